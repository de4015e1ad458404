// Endgame: you defend, and each move of the other side is one of a page of rules.

import { type Advice, api, Problem } from './api';
import { Board } from './board';
import { fenOf, legal, makeUci, position, sanOf } from './chess';
import { field, fill, h, notice, select } from './dom';
import { moveList } from './moves';
import { noteAddress, steps, type Place } from './view';

const ENDGAMES: [name: string, label: string, fen: string][] = [
  ['krk', 'King and rook', '8/8/4k3/8/8/8/8/R6K w - - 0 1'],
  ['kqk', 'King and queen', '8/8/4k3/8/8/8/8/Q6K w - - 0 1'],
  ['kpk', 'King and pawn', '8/8/4k3/8/4K3/8/4P3/8 w - - 0 1'],
  ['kbbk', 'King and two bishops', '8/8/4k3/8/8/8/8/2B1KB2 w - - 0 1'],
  ['kbnk', 'King, bishop and knight', '8/8/4k3/8/8/8/8/2B1K1N1 w - - 0 1'],
  ['krkp', 'King and rook, you a pawn', '7K/8/8/3k4/4p3/8/8/4R3 w - - 0 1'],
  ['kqkr', 'King and queen, you a rook', '8/8/4k3/4r3/8/8/3Q4/3K4 w - - 0 1'],
];

interface Ply {
  uci: string;
  san: string;
  fen: string;
  advice?: Advice;
}

export function endgame(stage: HTMLElement, { name, query }: Place): () => void {
  let [chosen, , start] = ENDGAMES.find(([table]) => table === name) ?? ENDGAMES[0]!;
  if (name && name !== chosen) notice(`there is no endgame “${name}”`);
  let plies: Ply[] = [];
  let shown = 0;
  let fault = '';
  let isLeft = false;
  const board = new Board({ label: 'The endgame', onMove: (from, to, promotion) => made(from + to + promotion) });
  const status = h('p', { class: 'status', role: 'status' });
  const rule = h('div', { 'aria-live': 'polite' });
  const list = h('div', {});
  const typed = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder: 'Kd5' });
  const fenAt = (index: number) => plies[index - 1]?.fen ?? start;

  function push(text: string, advice?: Advice): boolean {
    const chess = position(fenAt(plies.length))!;
    const move = legal(chess, text);
    if (!move) return false;
    const san = sanOf(chess, move);
    chess.play(move);
    plies.push({ uci: makeUci(move), san, fen: fenOf(chess), ...(advice ? { advice } : {}) });
    shown = plies.length;
    noteAddress('endgame', chosen, { moves: plies.map(({ uci }) => uci).join(' ') });
    return true;
  }

  function made(text: string): void {
    const isOurs = position(fenAt(plies.length))!.turn === 'black';
    if (!isOurs || !text) return;
    fault = push(text) ? '' : `${text} is no legal move here`;
    if (!fault) void answer();
    render();
  }

  async function answer(): Promise<void> {
    const chess = position(fenAt(plies.length))!;
    if (chess.turn !== 'white' || chess.isEnd()) return;
    const before = plies.length;
    try {
      const advice = await api.advise({ fen: start, moves: plies.map(({ uci }) => uci) });
      if (isLeft || plies.length !== before) return;
      push(advice.uci, advice);
      fault = '';
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      fault = problem.message;
    }
    render();
  }

  function render(): void {
    const last = plies.length;
    const chess = position(fenAt(last))!;
    const isOver = chess.isEnd();
    board.show(fenAt(shown), plies[shown - 1]?.uci, shown === last && chess.turn === 'black' && !isOver);
    board.mark({});
    if (fault) status.textContent = `${fault}.`;
    else if (chess.isCheckmate()) status.textContent = `Checkmate after ${Math.ceil(last / 2)} moves.`;
    else if (isOver) status.textContent = 'A draw: you held it.';
    else status.textContent = chess.turn === 'black' ? 'Your move: you have Black.' : 'White looks up its rules …';
    let index = shown - 1;
    while (index >= 0 && !plies[index]!.advice) index -= 1;
    const advice = plies[index]?.advice;
    fill(rule, h('h2', {}, advice ? `${advice.san}: rule “${advice.rule}”` : 'The rules'));
    if (advice) {
      rule.append(h('p', { class: 'comment' }, advice.sentence));
      if (advice.line.length > 1) rule.append(h('p', { class: 'quiet' }, `To the goal of the rule, against the longest defence: ${advice.line.join(' ')}`));
    } else rule.append(h('p', { class: 'quiet' }, 'No position is stored and nothing is searched deeply: the first rule of a page whose goal can be forced gives the move.'));
    fill(list, moveList(plies, shown, start, go));
  }

  function go(to: number): void {
    shown = Math.max(0, Math.min(plies.length, to));
    render();
  }

  function begin(table: string): void {
    [chosen, , start] = ENDGAMES.find(([other]) => other === table) ?? ENDGAMES[0]!;
    [plies, shown, fault] = [[], 0, ''];
    noteAddress('endgame', chosen);
    render();
    void answer();
  }

  fill(
    stage,
    h('h1', {}, 'Learn an endgame'),
    h('div', { class: 'table' },
      h('div', { class: 'board-column' }, board.element, status,
        h('div', { class: 'controls' },
          field('White has', select(ENDGAMES.map(([table, label]): [string, string] => [table, label]), chosen, begin)),
          h('button', { type: 'button', onclick: () => begin(chosen) }, 'Begin again'),
          h('form', { class: 'typed-move', onsubmit: (event: Event) => (event.preventDefault(), made(typed.value.trim()), (typed.value = '')) },
            field('Type a move', typed), h('button', { type: 'submit' }, 'Play')))),
      h('div', { class: 'side-column' }, h('section', { class: 'card' }, rule), h('section', { class: 'card' }, h('h2', {}, 'Moves'), list))),
  );
  for (const uci of query.get('moves')?.split(' ') ?? []) if (!push(uci)) break;
  render();
  void answer();
  const leaveKeys = steps((to) => go({ first: 0, previous: shown - 1, next: shown + 1, last: plies.length }[to]));
  return () => {
    isLeft = true;
    leaveKeys();
  };
}
