// The moves of a game as a list to click.

import { position } from './chess';
import { h } from './dom';

export interface ListedMove {
  san: string;
  /** `?!`, `?` or `??`. */
  mark?: string | undefined;
}

const MARKS: Record<string, string> = { '?!': 'dubious', '?': 'mistake', '??': 'blunder' };

/** Moves with their numbers; `shown` half-moves have been made on the board. */
export function moveList(moves: ListedMove[], shown: number, start: string, go: (to: number) => void): HTMLElement {
  const first = position(start);
  let number = first?.fullmoves ?? 1;
  let isWhite = (first?.turn ?? 'white') === 'white';
  const items: Node[] = [];
  moves.forEach(({ san, mark }, index) => {
    if (isWhite || index === 0) items.push(h('span', { class: 'move-number' }, isWhite ? `${number}.` : `${number}…`));
    const isShown = index + 1 === shown;
    const button = h(
      'button',
      { type: 'button', class: mark ? MARKS[mark] : '', onclick: () => go(index + 1), 'aria-current': isShown ? 'true' : null },
      san + (mark ?? ''),
    );
    items.push(button);
    if (!isWhite) number += 1;
    isWhite = !isWhite;
  });
  const list = h('div', { class: 'moves', role: 'group', 'aria-label': 'Moves', tabindex: '0' }, ...items);
  requestAnimationFrame(() => {
    const current = list.querySelector<HTMLElement>('[aria-current]');
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  });
  return list;
}
