// Analyse: a position or a game, explained beside the board.

import { type AnnotatedGame, api, type Explained, type GameAnswer, type GameList, Problem } from './api';
import { Board } from './board';
import { position } from './chess';
import { download, fill, h, percent } from './dom';
import { EvaluationGraph } from './evaluation-graph';
import { explanationPanel, marksOfAll } from './explanation';
import { gameChooser } from './game-chooser';
import { line, lineMoves } from './line';
import { moveList } from './moves';
import { comparison, previewOn } from './reasons';
import { address, isOffered, noteAddress, steps, type Place } from './view';

/** The “evergreen” game: its last mistake allows mate in four, which the key moments show. */
const EXAMPLE = `[Event "Berlin"]
[Date "1852.??.??"]
[White "Adolf Anderssen"]
[Black "Jean Dufresne"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3 Qf6 9. e5 Qg6 10. Re1 Nge7
11. Ba3 b5 12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15. Ne4 Qf5 16. Bxd3 Qh5 17. Nf6+ gxf6 18. exf6 Rg8
19. Rad1 Qxf3 20. Rxe7+ Nxe7 21. Qxd7+ Kxd7 22. Bf5+ Ke8 23. Bd7+ Kf8 24. Bxe7# 1-0
`;

/** A longer text makes no address. */
const MAX_ADDRESS = 6000;

/** Where a game comes from. */
interface Source {
  pgn: string;
  /** Which of the games, from 1. */
  number: number;
  list: GameList;
}

const GLYPHS: Record<number, string> = { 6: '?!', 2: '?', 4: '??' };
const NAMES: Record<string, string> = { '?!': 'dubious', '?': 'mistake', '??': 'blunder' };

export function analyse(stage: HTMLElement, { query }: Place): () => void {
  const leaving: (() => void)[] = [];
  /** How often something was opened: an answer to an earlier question is not shown. */
  let asking = 0;
  const leave = (): void => leaving.splice(0).forEach((end) => end());

  /** Shows a position or one of the games in a text, after so many half-moves; without a number the first that can be read. */
  async function open(text: string, number?: number, ply = 0): Promise<void> {
    leave();
    const trimmed = text.trim();
    if (!trimmed) return;
    const asked = (asking += 1);
    if (position(trimmed)) {
      noteAddress('analyse', '', { fen: trimmed });
      return showGame({ tags: [], fen: trimmed, plies: [] });
    }
    fill(stage, h('p', { class: 'status', role: 'status' }, 'Reading the game …'));
    try {
      const list = await api.games(trimmed);
      const chosen = number ?? list.games.find(({ fault }) => !fault)?.number ?? 1;
      const game = await api.game(trimmed, chosen);
      if (asked !== asking) return;
      showGame(game, { pgn: trimmed, number: chosen, list }, ply);
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      if (asked === asking) showForm(text, fault.message);
    }
  }

  /** The game, if it is short enough, and the half-moves shown of it. */
  function noteGame({ pgn, number }: Source, ply: number): void {
    const text = (count: number, usual: number): string => (count > usual ? String(count) : '');
    noteAddress('analyse', '', pgn.length < MAX_ADDRESS ? { pgn, game: text(number, 1), ply: text(ply, 0) } : {});
  }

  function showForm(text = '', fault = ''): void {
    const box = h('textarea', { rows: 10, spellcheck: 'false', placeholder: '1. e4 e5 2. Nf3 …   or   r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3' });
    box.value = text;
    const file = h('input', { type: 'file', accept: '.pgn,.txt,.fen,.epd' });
    file.addEventListener('change', () => void file.files?.[0]?.text().then((text) => open(text)));
    fill(
      stage,
      h(
        'div',
        { class: 'narrow' },
        h('h1', {}, 'Analyse a game or a position'),
        h('p', {}, 'Paste or drop a game (PGN) or a position (FEN). Morph says where the game turned, what each side should have done, and why.'),
        fault && h('p', { class: 'alert', role: 'alert' }, fault),
        h('form', { class: 'paste', onsubmit: (event: Event) => (event.preventDefault(), void open(box.value)) },
          h('label', { class: 'field wide' }, h('span', {}, 'Game or position'), box),
          h('div', { class: 'controls' },
            h('button', { type: 'submit', class: 'primary' }, 'Analyse'),
            h('label', { class: 'button' }, 'Open a file', file),
            h('button', { type: 'button', onclick: () => void open(EXAMPLE) }, 'Try Anderssen’s evergreen game'))),
      ),
    );
  }

  function showGame(game: GameAnswer, source?: Source, ply = 0): void {
    let shown = 0;
    let annotated: AnnotatedGame | undefined;
    const explained = new Map<string, Explained>();
    let explaining: AbortController | undefined;
    const board = new Board({ label: 'The position' });
    const panel = h('div', { 'aria-live': 'polite' });
    const comment = h('p', { class: 'comment' });
    const better = h('div', { class: 'better' });
    const list = h('div', { class: 'move-list-box' });
    const keys = h('div', { class: 'key-moments' });
    const tag = new Map(game.tags);
    const last = game.plies.length;
    const marks = (): (string | undefined)[] =>
      game.plies.map((_, index) => annotated?.plies[index]?.nags.map((nag) => GLYPHS[nag]).find(Boolean));
    const points = () => [
      { label: 'Start', expected: 0.5 },
      ...game.plies.map((ply, index) => {
        const mark = marks()[index];
        return { label: numbered(index), expected: ply.expected, mark: mark && NAMES[mark] };
      }),
    ];
    const graphBox = h('div', {});
    let graph: EvaluationGraph | undefined;

    const first = position(game.fen)!;
    function numbered(index: number): string {
      const offset = first.turn === 'white' ? index : index + 1;
      const dots = offset % 2 === 0 ? '.' : '…';
      return `${first.fullmoves + Math.floor(offset / 2)}${dots} ${game.plies[index]!.san}`;
    }
    const fenAt = (index: number) => game.plies[index - 1]?.fen ?? game.fen;

    function drawGraph(): void {
      if (last === 0) return;
      graph = new EvaluationGraph(points(), go);
      fill(graphBox, graph.element);
      graph.select(shown);
    }

    function drawLists(): void {
      const found = marks();
      fill(list, moveList(game.plies.map(({ san }, index) => ({ san, mark: found[index] })), shown, game.fen, go));
      const loss = (index: number) => Math.abs(game.plies[index]!.expected - (game.plies[index - 1]?.expected ?? 0.5));
      const rank = ['?!', '?', '??'];
      const moments = found
        .flatMap((mark, index) => (mark ? [{ mark, index }] : []))
        .sort((a, b) => rank.indexOf(b.mark) - rank.indexOf(a.mark) || loss(b.index) - loss(a.index));
      if (!annotated) fill(keys, h('p', { class: 'quiet' }, 'Looking for the key moments …'));
      else if (!moments.length) fill(keys, h('p', { class: 'quiet' }, 'No move gives much away, as far as the program sees.'));
      else
        fill(keys, h('ul', {}, ...moments.slice(0, 6).map(({ mark, index }) =>
          h('li', {}, h('button', { type: 'button', class: NAMES[mark]!, onclick: () => go(index + 1) }, numbered(index) + mark), verdict(annotated!.plies[index]!.comment)))));
    }

    async function explain(): Promise<void> {
      const fen = fenAt(shown);
      explaining?.abort();
      const control = (explaining = new AbortController());
      let answer = explained.get(fen);
      if (!answer) {
        panel.classList.add('waiting');
        try {
          answer = await api.explain(fen, control.signal);
        } catch (fault) {
          if (control.signal.aborted) return;
          if (!(fault instanceof Problem)) throw fault;
          return fill(panel, h('p', { class: 'alert' }, fault.message)), undefined;
        }
        explained.set(fen, answer);
      }
      if (fenAt(shown) !== fen) return;
      panel.classList.remove('waiting');
      fill(panel, explanationPanel(answer, (wanted) => board.mark(wanted), (moves) => lineMoves('By force', fen, moves, board, restore)));
      if (!answer.over) board.mark(marksOfAll(answer));
    }

    /** Shows again what the board shows without a line or a pattern. */
    function restore(): void {
      const answer = explained.get(fenAt(shown));
      board.show(fenAt(shown), game.plies[shown - 1]?.uci, false);
      board.mark(answer && !answer.over ? marksOfAll(answer) : {});
    }

    function showBetter(): void {
      const ply = game.plies[shown - 1];
      fill(better);
      if (!ply) return;
      const before = fenAt(shown - 1);
      const note = annotated?.plies[shown - 1];
      if (note?.better.length) better.append(line('Better', before, note.better, board, restore));
      if (note && note.refutation.length > 1) better.append(line('What follows', before, note.refutation, board, restore));
      if (!ply.better) return;
      const side = position(before)!.turn;
      const forMover = (value: number) => percent(side === 'white' ? value : 1 - value);
      const answer = h('div', {});
      const ask = async (): Promise<void> => {
        const moves = game.plies.slice(0, shown - 1).map(({ uci }) => uci);
        const reply = await api.why({ fen: game.fen, moves, chosen: ply.better!.uci, other: ply.uci });
        fill(answer, comparison(reply, previewOn(board, before, restore)));
      };
      better.append(
        h('p', {}, 'The memory prefers ', h('b', {}, ply.better.san), ` and expects ${forMover(ply.better.expected)}; ${forMover(ply.expected)} after ${ply.san}. `,
          h('button', { type: 'button', class: 'link', onclick: () => void ask() }, `Why ${ply.better.san}?`)),
        answer,
      );
    }

    function go(to: number): void {
      shown = Math.max(0, Math.min(last, to));
      if (source) noteGame(source, shown);
      board.show(fenAt(shown), game.plies[shown - 1]?.uci, false);
      board.mark({});
      graph?.select(shown);
      // The lines of the comment are shown below, move by move.
      comment.textContent = marks()[shown - 1] ? verdict(annotated!.plies[shown - 1]!.comment) : '';
      drawLists();
      showBetter();
      void explain();
    }

    const name = (extension: string): string => `${[tag.get('White'), tag.get('Black')].filter(Boolean).join(' ').replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'game'}.${extension}`;
    const downloads = source
      ? [
          h('button', { type: 'button', onclick: async () => {
            annotated ??= await api.annotate(source.pgn, source.number);
            download(name('pgn'), annotated.pgn, 'application/x-chess-pgn');
          } }, 'Save as PGN'),
          h('button', { type: 'button', title: 'One file to step through, which needs nothing else', onclick: async () => {
            download(name('html'), await api.annotatedPage(source.pgn, source.number), 'text/html');
          } }, 'Save as a page'),
        ]
      : [];
    const players = tag.has('White') ? `${tag.get('White')} – ${tag.get('Black') ?? '?'}` : last ? 'A game' : 'A position';
    const details = ['Event', 'Site', 'Date'].map((name) => tag.get(name)).filter((value) => value && !value.startsWith('?')).map((value) => value!.replace(/(\.\?\?)+$/, '')).join(', ');
    const step = (label: string, symbol: string, to: () => number) => h('button', { type: 'button', 'aria-label': label, onclick: () => go(to()) }, symbol);
    fill(
      stage,
      h('h1', { class: 'game-title' }, players, tag.get('Result') && h('span', { class: 'result' }, tag.get('Result'))),
      details && h('p', { class: 'quiet' }, details),
      source && gameChooser(source.list, source.number, (number) => void open(source.pgn, number)),
      h(
        'div',
        { class: 'table' },
        h(
          'div',
          { class: 'board-column' },
          board.element,
          last > 0 && h('div', { class: 'controls stepper' },
            step('First position', '«', () => 0), step('Previous move', '‹', () => shown - 1),
            step('Next move', '›', () => shown + 1), step('Last position', '»', () => last)),
          graphBox,
          h('div', { class: 'controls' },
            h('button', { type: 'button', onclick: () => (leave(), noteAddress('analyse'), showForm(source?.pgn ?? game.fen)) }, 'Another game'),
            h('button', { type: 'button', onclick: () => board.turn(board.element.classList.toggle('turned') ? 'black' : 'white') }, 'Turn the board'),
            h('a', { class: 'button', href: '#', onclick: (event: Event) => (event.preventDefault(), (location.hash = address('play', '', { fen: fenAt(shown), side: position(fenAt(shown))!.turn }))) }, 'Play from here'),
            isOffered('library') && h('a', { class: 'button', href: '#', onclick: (event: Event) => (event.preventDefault(), (location.hash = address('library', '', { fen: fenAt(shown) }))) }, 'Games like this'),
            ...downloads),
        ),
        h(
          'div',
          { class: 'side-column' },
          last > 0 && h('section', { class: 'card' }, h('h2', {}, 'Key moments'), keys, h('h2', {}, 'Moves'), list),
          h('section', { class: 'card' }, h('h2', {}, 'This position'), comment, better, panel),
        ),
      ),
    );
    leaving.push(steps((to) => go({ first: 0, previous: shown - 1, next: shown + 1, last }[to])), () => explaining?.abort());
    drawGraph();
    go(Math.min(ply, last));
    if (source && last > 0) {
      void api.annotate(source.pgn, source.number).then((answer) => {
        annotated = answer;
        drawGraph();
        go(shown);
      });
    }
  }

  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void file.text().then((text) => open(text));
    else void open(event.dataTransfer?.getData('text/plain') ?? '');
  };
  const over = (event: DragEvent): void => event.preventDefault();
  addEventListener('drop', drop);
  addEventListener('dragover', over);
  const run = query.get('run');
  const wanted = query.get('fen') ?? query.get('pgn');
  const number = Number(query.get('game')) || undefined;
  const ply = Number(query.get('ply')) || 0;
  const opponent = query.get('opponent');
  if (run) void api.runGame(run, number ?? 0).then(({ pgn }) => open(pgn));
  else if (opponent) void api.opponentGame(Number(opponent), number ?? 0).then(({ pgn }) => open(pgn, undefined, ply));
  else if (wanted) void open(wanted, number, ply);
  else showForm();
  return () => {
    removeEventListener('drop', drop);
    removeEventListener('dragover', over);
    asking += 1;
    leave();
  };
}

/** What a mistake costs: its comment without the moves. */
const verdict = (comment: string): string => `${comment.split(/[.:](?: |$)/)[0]}.`;
