// Which of several games is shown.

import type { GameList, ListedGame } from './api';
import { count, field, h, select } from './dom';

/** A list of the games and steps to the next ones; null where there is nothing to choose. */
export function gameChooser({ games, total }: GameList, shown: number, choose: (number: number) => void): HTMLElement | null {
  if (total < 2) return null;
  const whole = games.filter(({ fault }) => !fault);
  const place = whole.findIndex(({ number }) => number === shown);
  const list = select(games.map((game) => [String(game.number), title(game)]), String(shown), (number) => choose(Number(number)));
  games.forEach(({ fault }, index) => fault && list.options[index]!.setAttribute('disabled', ''));
  const step = (label: string, symbol: string, to: number) =>
    h('button', { type: 'button', 'aria-label': label, disabled: !whole[to], onclick: () => choose(whole[to]!.number) }, symbol);
  const left = total - games.length;
  return h(
    'div',
    { class: 'controls chooser' },
    field(`${count(total)} games`, list, 'wide'),
    step('Previous game', '‹', place - 1),
    step('Next game', '›', place + 1),
    left > 0 && h('p', { class: 'quiet' }, `${count(left)} more games are not listed.`),
  );
}

function title({ number, tags, plies, fault }: ListedGame): string {
  if (fault) return `${number}. ${fault}`;
  const tag = new Map(tags);
  const year = tag.get('Date')?.match(/^\d{4}/)?.[0];
  const moves = Math.ceil(plies / 2);
  const details = [tag.get('Result'), year, `${moves} ${moves === 1 ? 'move' : 'moves'}`].filter(Boolean);
  return `${number}. ${tag.get('White') ?? '?'} – ${tag.get('Black') ?? '?'}, ${details.join(', ')}`;
}
