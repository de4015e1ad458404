// A line of play as a list of moves: each shows its position on a board while it is pointed at, or for good when clicked.

import type { Board } from './board';
import { after, type Chess, fenOf, legal, makeUci, type Move, position, sanOf } from './chess';
import { h } from './dom';

interface Step {
  /** `1.` before a move of White, `1...` before a first move of Black. */
  number: string;
  before: Chess;
  move: Move;
  next: Chess;
}

/** The moves from the position `fen` on, named `Nf3` or `g1f3`, as far as they are legal. */
function steps(fen: string, moves: string[]): Step[] {
  const found: Step[] = [];
  let before = position(fen);
  for (const name of moves) {
    const move = before && legal(before, name);
    const next = before && after(before, name);
    if (!before || !move || !next) break;
    const number = before.turn === 'white' ? `${before.fullmoves}.` : found.length ? '' : `${before.fullmoves}...`;
    found.push({ number, before, move, next });
    before = next;
  }
  return found;
}

/** As it is written in sentences: `1... Kh6 2. Qxc6`. */
export const lineText = (fen: string, moves: string[]): string =>
  steps(fen, moves).flatMap(({ number, before, move }) => [number, sanOf(before, move)].filter(Boolean)).join(' ');

/** The moves after the position `fen`, to be pointed at or clicked; `restore` shows again what the board showed without them. */
export function lineMoves(label: string, fen: string, moves: string[], board: Board, restore: () => void): HTMLElement {
  const items: Node[] = [];
  let kept: HTMLElement | undefined;
  for (const { number, before, move, next } of steps(fen, moves)) {
    if (number) items.push(h('span', { class: 'move-number' }, number.replace('...', '…')));
    const [shown, uci] = [fenOf(next), makeUci(move)];
    const show = (): void => {
      board.show(shown, uci, false);
      board.mark({ arrows: [{ from: uci.slice(0, 2), to: uci.slice(2, 4), brush: 'green' }] });
    };
    const hide = (): void => (kept ? undefined : restore());
    const keep = (wanted: boolean): void => {
      kept?.removeAttribute('aria-current');
      kept = wanted ? button : undefined;
      if (wanted) button.setAttribute('aria-current', 'true');
      (wanted ? show : restore)();
    };
    const button: HTMLElement = h('button', { type: 'button', onclick: () => keep(kept !== button) }, sanOf(before, move));
    for (const event of ['pointerenter', 'focus']) button.addEventListener(event, () => !kept && show());
    for (const event of ['pointerleave', 'blur']) button.addEventListener(event, hide);
    items.push(button);
  }
  return h('span', { class: 'line-moves', role: 'group', 'aria-label': `${label}: the moves` }, ...items);
}

/** The same after its label. */
export const line = (label: string, fen: string, moves: string[], board: Board, restore: () => void): HTMLElement =>
  h('p', { class: 'line' }, h('b', {}, label), lineMoves(label, fen, moves, board, restore));
