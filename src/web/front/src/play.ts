// Play: a game against the memory, each of its moves explained.

import { api, type MoveReasons, Problem } from './api';
import { Board } from './board';
import { fenOf, INITIAL_FEN, legal, legalMoves, makeUci, position, sanOf } from './chess';
import { append, download, field, fill, h, notice, select } from './dom';
import { moveList } from './moves';
import { comparison, type Preview, previewOn, reasonsList } from './reasons';
import { address, noteAddress, steps, type Place } from './view';

interface Ply {
  uci: string;
  san: string;
  fen: string;
  /** Why the memory played it. */
  reasons?: MoveReasons | null;
  ending?: string | null;
}

const STRENGTHS: [noise: string, label: string][] = [
  ['0', 'its best moves'],
  ['0.3', 'a little careless'],
  ['0.8', 'careless'],
  ['2', 'wild'],
];

const ENDINGS: Record<string, string> = {
  checkmate: 'checkmate',
  stalemate: 'stalemate',
  'insufficient-material': 'a draw: neither side can mate',
  'fifty-moves': 'a draw: fifty moves without a capture or a pawn move',
  repetition: 'a draw: the position has occurred three times',
};

export function play(stage: HTMLElement, { query }: Place): () => void {
  let start = query.get('fen') ?? INITIAL_FEN;
  if (!position(start)) {
    notice(`“${start}” is no position: the game begins at the beginning`);
    start = INITIAL_FEN;
  }
  let side: 'white' | 'black' = query.get('side') === 'black' ? 'black' : 'white';
  let noise = STRENGTHS.some(([value]) => value === query.get('noise')) ? query.get('noise')! : '0';
  let seed = Number(query.get('seed')) || 1 + Math.floor(Math.random() * 1e9);
  let plies: Ply[] = [];
  let shown = 0;
  let asking: AbortController | undefined;

  const board = new Board({ label: 'The game', orientation: side, onMove: (from, to, promotion) => made(from + to + promotion), onArrow: (from, to) => why(from + to) });
  const status = h('p', { class: 'status', role: 'status' });
  const thoughts = h('div', { class: 'thoughts' });
  const answer = h('div', { class: 'answer', 'aria-live': 'polite' });
  const list = h('div', { class: 'move-list-box' });
  const question = h('div', { class: 'question' });
  const typed = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder: 'Nf3' });
  const takeBackButton = h('button', { type: 'button', onclick: takeBack }, 'Take back');

  const fenAt = (index: number) => plies[index - 1]?.fen ?? start;
  const isOver = () => !!plies.at(-1)?.ending || !!position(fenAt(plies.length))?.isEnd();
  const isOurs = () => position(fenAt(plies.length))?.turn === side && !isOver();

  function note(): void {
    const moves = plies.map((ply) => ply.uci).join(' ');
    noteAddress('play', '', { fen: start === INITIAL_FEN ? '' : start, moves, side: side === 'white' ? '' : side, noise: noise === '0' ? '' : noise, seed: String(seed) });
  }

  function render(): void {
    const last = plies[shown - 1];
    const atEnd = shown === plies.length;
    board.show(fenAt(shown), last?.uci, atEnd && isOurs());
    board.mark({});
    const chess = position(fenAt(plies.length))!;
    const ending = plies.at(-1)?.ending ?? (chess.isCheckmate() ? 'checkmate' : chess.isStalemate() ? 'stalemate' : chess.isInsufficientMaterial() ? 'insufficient-material' : null);
    if (ending === 'checkmate') status.textContent = chess.turn === side ? 'Checkmate: Morph wins.' : 'Checkmate: you win.';
    else if (ending) status.textContent = `The game is over: ${ENDINGS[ending] ?? ending}.`;
    else status.textContent = isOurs() ? `Your move${chess.isCheck() ? ': you are in check' : ''}.` : 'Morph is thinking …';
    takeBackButton.disabled = !plies.some((_, index) => sideOf(index) === side);
    fill(list, moveList(plies.map(({ san }) => ({ san })), shown, start, go));
    showReasons();
  }

  const sideOf = (index: number) => ((position(start)!.turn === 'white') === (index % 2 === 0) ? 'white' : 'black');

  /** The last move of the memory up to the one that is shown. */
  function explainedPly(): number {
    let index = shown - 1;
    while (index >= 0 && sideOf(index) === side) index -= 1;
    return index;
  }

  function showReasons(): void {
    const index = explainedPly();
    const ply = plies[index];
    fill(answer);
    if (!ply) {
      fill(thoughts, h('h2', {}, 'What it thinks'), h('p', { class: 'quiet' }, 'Make a move, by dragging, clicking or typing. Morph looks at each reply once, recognises the patterns it knows in the position after it, and says here which of them decided.'));
      fill(question);
      return;
    }
    fill(thoughts, h('h2', {}, `Why ${ply.san}?`));
    if (ply.reasons) thoughts.append(reasonsList(ply.reasons, preview(index)));
    else if (ply.reasons === null) append(thoughts, h('p', {}, 'It was the only legal move.'));
    else append(thoughts, h('button', { type: 'button', onclick: () => void explainAgain(index) }, 'Explain this move'));
    const others = legalMoves(position(fenAt(index))!).filter((san) => san !== ply.san);
    const chosen = select([['', 'choose a move'], ...others.map((san): [string, string] => [san, san])], '', (san) => san && why(san));
    fill(question, others.length > 0 && field('Why not …', chosen), others.length > 0 && h('small', {}, 'or draw an arrow with the right mouse button'));
  }

  const preview = (index: number): Preview =>
    previewOn(board, fenAt(index), () => {
      board.show(fenAt(shown), plies[shown - 1]?.uci, shown === plies.length && isOurs());
      board.mark({});
    });

  async function explainAgain(index: number): Promise<void> {
    const reply = await api.why({ fen: start, moves: plies.slice(0, index).map((ply) => ply.uci), chosen: plies[index]!.uci });
    plies[index]!.reasons = reply.learned;
    showReasons();
  }

  async function why(other: string): Promise<void> {
    const index = explainedPly();
    const before = position(fenAt(index));
    const move = before && legal(before, other);
    if (index < 0 || !before || !move) return;
    fill(answer, h('p', { class: 'quiet' }, 'Comparing …'));
    try {
      const reply = await api.why({ fen: start, moves: plies.slice(0, index).map((ply) => ply.uci), chosen: plies[index]!.uci, other: makeUci(move) });
      fill(answer, h('h3', {}, `${plies[index]!.san}, and not ${sanOf(before, move)}`), comparison(reply, preview(index)));
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      fill(answer, h('p', { class: 'alert' }, fault.message));
    }
  }

  function push(uci: string): boolean {
    const before = position(fenAt(plies.length))!;
    const move = legal(before, uci);
    if (!move) return false;
    const san = sanOf(before, move);
    before.play(move);
    plies.push({ uci: makeUci(move), san, fen: fenOf(before) });
    shown = plies.length;
    return true;
  }

  function made(text: string): void {
    if (!isOurs() || !push(text)) return render();
    note();
    render();
    void reply();
  }

  async function reply(): Promise<void> {
    asking?.abort();
    if (isOver() || isOurs()) return;
    const control = (asking = new AbortController());
    try {
      const moves = plies.map((ply) => ply.uci);
      const move = await api.move({ fen: start, moves, noise: Number(noise), seed }, control.signal);
      push(move.uci);
      Object.assign(plies.at(-1)!, { reasons: move.reasons, ending: move.ending });
      note();
      render();
    } catch (fault) {
      if (control.signal.aborted) return;
      if (!(fault instanceof Problem)) throw fault;
      fill(status, `${fault.message} `, h('button', { type: 'button', onclick: () => void reply() }, 'Try again'));
    }
  }

  function takeBack(): void {
    asking?.abort();
    do plies.pop();
    while (plies.length && sideOf(plies.length) !== side);
    shown = plies.length;
    note();
    render();
    void reply();
  }

  function newGame(as: 'white' | 'black'): void {
    asking?.abort();
    [start, plies, shown, side] = [INITIAL_FEN, [], 0, as];
    seed = 1 + Math.floor(Math.random() * 1e9);
    board.turn(side);
    note();
    render();
    void reply();
  }

  function go(to: number): void {
    shown = Math.max(0, Math.min(plies.length, to));
    render();
  }

  function pgn(): string {
    const chess = position(start)!;
    const [white, black] = side === 'white' ? ['You', 'Morph'] : ['Morph', 'You'];
    const over = position(fenAt(plies.length))!;
    const result = over.isCheckmate() ? (over.turn === 'white' ? '0-1' : '1-0') : isOver() ? '1/2-1/2' : '*';
    const tags: [string, string][] = [['Event', 'Game against Morph'], ['Date', new Date().toISOString().slice(0, 10).replaceAll('-', '.')], ['White', white!], ['Black', black!], ['Result', result]];
    if (start !== INITIAL_FEN) tags.push(['SetUp', '1'], ['FEN', start]);
    let number = chess.fullmoves;
    const moves = plies.map((ply, index) => {
      const mover = sideOf(index);
      const prefix = mover === 'white' ? `${number}. ` : index === 0 ? `${number}... ` : '';
      if (mover === 'black') number += 1;
      return prefix + ply.san;
    });
    return `${tags.map(([name, value]) => `[${name} "${value}"]`).join('\n')}\n\n${[...moves, result].join(' ')}\n`;
  }

  const form = h(
    'form',
    { class: 'typed-move', onsubmit: (event: Event) => {
      event.preventDefault();
      const text = typed.value.trim();
      if (!text) return;
      const chess = position(fenAt(plies.length));
      const move = chess && legal(chess, text);
      if (move && isOurs()) made(makeUci(move));
      else status.textContent = isOurs() ? `${text} is no legal move here.` : status.textContent;
      typed.value = '';
    } },
    field('Type a move', typed),
    h('button', { type: 'submit' }, 'Play'),
  );

  stage.append(
    h('h1', { class: 'hidden' }, 'Play against Morph'),
    h(
      'div',
      { class: 'table' },
      h(
        'div',
        { class: 'board-column' },
        board.element,
        status,
        h(
          'div',
          { class: 'controls' },
          h('button', { type: 'button', onclick: () => newGame('white') }, 'New game as White'),
          h('button', { type: 'button', onclick: () => newGame('black') }, 'as Black'),
          takeBackButton,
        ),
        h('div', { class: 'controls' }, field('Morph plays', select(STRENGTHS, noise, (value) => ((noise = value), note()))), form),
      ),
      h(
        'div',
        { class: 'side-column' },
        h('section', { class: 'card', 'aria-live': 'polite' }, thoughts, question),
        answer,
        h(
          'section',
          { class: 'card' },
          h('h2', {}, 'Moves'),
          list,
          h(
            'div',
            { class: 'controls' },
            h('button', { type: 'button', onclick: () => download('game.pgn', pgn(), 'application/x-chess-pgn') }, 'Download PGN'),
            h('button', { type: 'button', onclick: () => (location.hash = address('analyse', '', { pgn: pgn() })) }, 'Analyse this game'),
          ),
        ),
      ),
    ),
  );
  const illegal = query.get('moves')?.split(' ').find((uci) => !push(uci));
  render();
  if (illegal) status.textContent = `${illegal} is no legal move here.`;
  void reply();
  const leaveKeys = steps((to) => go({ first: 0, previous: shown - 1, next: shown + 1, last: plies.length }[to]));
  return () => {
    asking?.abort();
    leaveKeys();
  };
}
