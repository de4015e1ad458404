// Opponent: their openings on a board, what they will play, what to play against them, and the sheet to prepare with.

import { api, type OpponentSummary, type Prediction, type Preparation, Problem } from './api';
import { Board } from './board';
import { after, type Chess, fenOf, INITIAL_FEN, legal, makeUci, position, sanOf } from './chess';
import { count, field, fill, h, percent, select } from './dom';
import { moveList } from './moves';
import { opponentSheet } from './opponent-sheet';
import { countsText, resultBar, scoreText } from './results';
import { address, noteAddress, steps, type Place } from './view';

type Side = 'white' | 'black';

/** A less likely move is not shown. */
const MIN_SHOWN = 0.01;

/** A button for a move by its name. */
type MoveButton = (san: string) => HTMLElement;

export function opponent(stage: HTMLElement, { name, query }: Place): () => void {
  const leaving: (() => void)[] = [];
  let isLeft = false;
  void api.opponents().then((all) => {
    if (isLeft) return;
    const chosen = name ? all.find(({ number }) => String(number) === name) : all[0];
    if (chosen) leaving.push(prepare(stage, chosen, all, query));
    else explain(stage);
  });
  return () => {
    isLeft = true;
    leaving.forEach((leave) => leave());
  };
}

function explain(stage: HTMLElement): void {
  fill(
    stage,
    h('div', { class: 'narrow' },
      h('h1', {}, 'Prepare for an opponent'),
      h('p', {}, 'No such model is open. The first command learns a player from their games; the second opens the model here:'),
      h('pre', {}, 'morph opponent learn games.pgn --player Name -o name.adv\nmorph serve --opponent name.adv')),
  );
}

function prepare(stage: HTMLElement, chosen: OpponentSummary, all: OpponentSummary[], query: URLSearchParams): () => void {
  const { number, player } = chosen;
  let side: Side = query.get('side') === 'white' ? 'white' : 'black';
  let moves = (query.get('moves') ?? '').split(',').filter(Boolean);
  let shown = moves.length;
  let asking: AbortController | undefined;
  const ours = (): Side => (side === 'white' ? 'black' : 'white');
  const board = new Board({ label: 'The position', orientation: ours(), onMove: (from, to, promotion) => play(`${from}${to}${promotion}`) });
  const path = h('div', { class: 'move-list-box' });
  const tree = h('div', { tabindex: '-1' });
  const next = h('div', { 'aria-live': 'polite' });
  const sheet = h('div', { class: 'sheet' }, h('p', { class: 'status' }, 'Reading the games …'));

  /** The positions of the line, from the first one on; the line ends where a move is not legal. */
  function line(): { positions: Chess[]; sans: string[]; ucis: string[] } {
    const positions = [position(INITIAL_FEN)!];
    const [sans, ucis]: [string[], string[]] = [[], []];
    for (const text of moves) {
      const chess = positions.at(-1)!;
      const move = legal(chess, text);
      if (!move) break;
      sans.push(sanOf(chess, move));
      ucis.push(makeUci(move));
      positions.push(after(chess, text)!);
    }
    return { positions, sans, ucis };
  }

  function play(uci: string): void {
    if (moves[shown] !== uci) moves = [...moves.slice(0, shown), uci];
    go(shown + 1);
  }

  function go(to: number): void {
    const { positions, sans, ucis } = line();
    moves = ucis;
    shown = Math.max(0, Math.min(moves.length, to));
    noteAddress('opponent', String(number), { side: side === 'white' ? side : '', moves: moves.slice(0, shown).join(',') });
    fill(path, moves.length ? moveList(sans.map((san) => ({ san })), shown, INITIAL_FEN, go) : h('p', { class: 'quiet' }, 'Make a move on the board, or choose one from the list.'));
    void look(positions[shown]!, ucis[shown - 1]);
  }

  async function look(chess: Chess, last: string | undefined): Promise<void> {
    asking?.abort();
    const control = (asking = new AbortController());
    const restore = (): void => {
      // A list that is left behind has nothing to show any more.
      if (control !== asking) return;
      board.show(fenOf(chess), last, true);
      board.mark({});
    };
    restore();
    const button = moveButton(chess, restore);
    const played = moves.slice(0, shown);
    try {
      const answer = await api.prepare(number, { moves: played, side }, control.signal);
      const hadFocus = tree.contains(document.activeElement) || next.contains(document.activeElement);
      showTree(answer, button);
      if (hadFocus) tree.focus();
      if (answer.is_opponent_to_move) showPrediction(await api.predict({ opponent: number, moves: played, top: 5 }, control.signal), button);
      else showCandidates(answer, button);
    } catch (fault) {
      if (control.signal.aborted) return;
      if (!(fault instanceof Problem)) throw fault;
      fill(next, h('p', { class: 'alert' }, fault.message));
    }
  }

  /** Makes buttons for moves, each of which is shown on the board while it is pointed at. */
  function moveButton(chess: Chess, restore: () => void): MoveButton {
    return (san) => {
      const move = legal(chess, san);
      const uci = move ? makeUci(move) : '';
      const show = (): void => {
        board.show(fenOf(after(chess, san) ?? chess), uci, false);
        board.mark({ arrows: [{ from: uci.slice(0, 2), to: uci.slice(2, 4), brush: 'green' }] });
      };
      const button = h('button', { type: 'button', onclick: () => play(uci) }, san);
      // Not when the list changes under a pointer that rests.
      for (const name of ['pointermove', 'focus']) button.addEventListener(name, show);
      for (const name of ['pointerleave', 'blur']) button.addEventListener(name, restore);
      return button;
    };
  }

  function showTree(answer: Preparation, button: MoveButton): void {
    const { games, results } = answer;
    const row = (branch: Preparation['moves'][number]) =>
      h('tr', {},
        h('th', { scope: 'row' }, button(branch.san)),
        h('td', { class: 'number' }, count(branch.games)),
        h('td', {}, resultBar(branch.results)),
        h('td', { class: 'number' }, scoreText(branch.results)));
    fill(
      tree,
      h('p', {}, games ? `${count(games)} of their games with ${side === 'white' ? 'White' : 'Black'} came here: ${countsText(results)}, ${scoreText(results)} of the points.` : `None of their games with ${side === 'white' ? 'White' : 'Black'} came here.`),
      answer.moves.length > 0 && h('div', { class: 'scrolling', tabindex: '0', role: 'group', 'aria-label': 'Moves that were played' }, h('table', { class: 'branches' },
        h('thead', {}, h('tr', {}, ...[answer.is_opponent_to_move ? 'They played' : 'Against them', 'Games', 'Won, drawn, lost', 'Their score'].map((title) => h('th', { scope: 'col' }, title)))),
        h('tbody', {}, ...answer.moves.map(row)))),
      answer.examples.length > 0 && h('details', {}, h('summary', {}, 'Games'),
        h('ul', {}, ...answer.examples.map(({ game, title }) => h('li', {}, h('a', { href: address('analyse', '', { opponent: String(number), game: String(game) }) }, title))))),
    );
  }

  function showPrediction(prediction: Prediction, button: MoveButton): void {
    const likely = prediction.predictions.filter(({ probability }, index) => index === 0 || probability >= MIN_SHOWN);
    const item = (move: Prediction['predictions'][number], index: number) =>
      h('li', { class: 'predicted' },
        button(move.san),
        meter(move.probability, `${move.san}: ${percent(move.probability)}`),
        h('span', { class: 'number' }, percent(move.probability)),
        h('details', { open: index === 0 },
          h('summary', {}, 'Why', h('span', { class: 'hidden' }, ` ${move.san}`)),
          h('ul', { class: 'facts' },
            ...move.reasons.map(({ text, log_odds }) => h('li', {}, h('span', { class: `verdict ${log_odds > 0 ? 'good' : 'bad'}` }, log_odds > 0 ? 'for' : 'against'), ' ', text)),
            ...move.games.map((game) => h('li', { class: 'quiet' }, game)))));
    fill(
      next,
      h('h2', {}, `What ${player} will play`),
      prediction.no_prediction && h('p', { class: 'quiet' }, `No prediction: ${prediction.no_prediction}.`),
      h('ol', { class: 'predictions' }, ...likely.map(item)),
      prediction.predictions.length > 0 && h('p', { class: 'quiet' }, 'Probabilities of a model of their choices; ', h('code', {}, 'morph opponent evaluate'), ' measures it on later games.'),
    );
  }

  function showCandidates({ candidates, fen }: Preparation, button: MoveButton): void {
    const row = (move: Preparation['candidates'][number], index: number) =>
      h('tr', { class: index === 0 ? 'recommended' : '' },
        h('th', { scope: 'row' }, button(move.san)),
        h('td', { class: 'number' }, percent(move.expected)),
        h('td', { class: 'number' }, percent(move.familiarity)),
        h('td', { class: 'number' }, move.results.score ? scoreText(move.results) : 'never met'));
    fill(
      next,
      h('h2', {}, 'What to play'),
      candidates.length
        ? h('p', { class: 'quiet' }, 'The best move of the memory and those that cost at most 2 % of the points, the one first after which the opponent knows least.')
        : h('p', { class: 'quiet' }, position(fen)?.isEnd() ? 'The game is over.' : 'The best move ends the game: play it.'),
      candidates.length > 0 && h('div', { class: 'scrolling', tabindex: '0', role: 'group', 'aria-label': 'Moves to play' }, h('table', { class: 'branches' },
        h('thead', {}, h('tr', {}, ...['Move', 'Expected', 'They know', 'Their score'].map((title) => h('th', { scope: 'col' }, title)))),
        h('tbody', {}, ...candidates.map(row)))),
    );
  }

  const step = (label: string, symbol: string, to: () => number) => h('button', { type: 'button', 'aria-label': label, onclick: () => go(to()) }, symbol);
  const sides = select([['black', 'They have Black'], ['white', 'They have White']], side, (value) => {
    side = value as Side;
    board.turn(ours());
    go(shown);
  });
  const others = all.length > 1 && field('Opponent', select(all.map((other) => [String(other.number), other.player]), String(number), (other) => (location.hash = address('opponent', other))));
  fill(
    stage,
    h('h1', {}, `Prepare for ${player}`),
    h('div', { class: 'table' },
      h('div', { class: 'board-column' },
        board.element,
        h('div', { class: 'controls stepper' },
          step('First position', '«', () => 0), step('Previous move', '‹', () => shown - 1),
          step('Next move', '›', () => shown + 1), step('Last position', '»', () => moves.length)),
        path,
        h('div', { class: 'controls' }, others, field('Colours', sides),
          h('button', { type: 'button', onclick: () => (location.hash = address('analyse', '', { fen: board.fen })) }, 'Analyse'),
          h('button', { type: 'button', onclick: () => (location.hash = address('play', '', { fen: board.fen, side: ours() })) }, 'Play from here'))),
      h('div', { class: 'side-column' }, h('section', { class: 'card' }, h('h2', {}, 'Openings'), tree), h('section', { class: 'card' }, next))),
    sheet,
  );
  const open = (wanted: string[], theirs: Side): void => {
    [moves, side] = [wanted, theirs];
    sides.value = side;
    board.turn(ours());
    go(moves.length);
    scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
  };
  void api.opponent(number).then((answer) => fill(sheet, ...opponentSheet(answer, number, open)));
  const leave = steps((to) => go({ first: 0, previous: shown - 1, next: shown + 1, last: moves.length }[to]));
  go(shown);
  return () => (leave(), asking?.abort());
}

/** A bar from 0 to a share. */
function meter(share: number, label: string): HTMLElement {
  const bar = h('span', { class: 'meter', role: 'img', 'aria-label': label });
  const filled = h('span', {});
  filled.style.width = `${100 * share}%`;
  bar.append(filled);
  return bar;
}
