// A line of play as a list of moves: each shows its position on a board while it is pointed at, or for good when clicked.

import type { Board } from './board';
import { after, fenOf, legal, makeUci, position } from './chess';
import { h } from './dom';

/** The line after the position `before`; `restore` shows again what the board showed without it. */
export function line(label: string, before: string, sans: string[], board: Board, restore: () => void): HTMLElement {
  const items: Node[] = [];
  let kept: HTMLElement | undefined;
  let chess = position(before);
  for (const [index, san] of sans.entries()) {
    const move = chess && legal(chess, san);
    const next = chess && after(chess, san);
    if (!chess || !move || !next) break;
    if (chess.turn === 'white' || index === 0) items.push(h('span', { class: 'move-number' }, `${chess.fullmoves}${chess.turn === 'white' ? '.' : '…'}`));
    const [fen, uci] = [fenOf(next), makeUci(move)];
    const show = (): void => {
      board.show(fen, uci, false);
      board.mark({ arrows: [{ from: uci.slice(0, 2), to: uci.slice(2, 4), brush: 'green' }] });
    };
    const hide = (): void => (kept ? undefined : restore());
    const keep = (wanted: boolean): void => {
      kept?.removeAttribute('aria-current');
      kept = wanted ? button : undefined;
      if (wanted) button.setAttribute('aria-current', 'true');
      (wanted ? show : restore)();
    };
    const button: HTMLElement = h('button', { type: 'button', onclick: () => keep(kept !== button) }, san);
    for (const name of ['pointerenter', 'focus']) button.addEventListener(name, () => !kept && show());
    for (const name of ['pointerleave', 'blur']) button.addEventListener(name, hide);
    items.push(button);
    chess = next;
  }
  return h('p', { class: 'line' }, h('b', {}, label), h('span', { class: 'line-moves', role: 'group', 'aria-label': `${label}: the moves` }, ...items));
}
