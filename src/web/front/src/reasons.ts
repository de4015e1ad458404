// Why a move: what the memory expects, and the patterns that decide, shown on a board when pointed at.

import type { Choice, Drawing, MoveReasons, Outcome, WhyAnswer } from './api';
import { type Board, type Marks, marksOf } from './board';
import { after, fenOf, legal, makeUci, position } from './chess';
import { append, h, percent, signed } from './dom';
import { address } from './view';

/** Shows a pattern after some moves; null: back to what was there. */
export type Preview = (shown: { after: string[]; marks: Marks } | null) => void;

/** Shows patterns on a board, after moves from the position `before` on; `restore` shows again what was there. */
export function previewOn(board: Board, before: string, restore: () => void): Preview {
  return (wanted) => {
    if (!wanted) return restore();
    let chess = position(before);
    let last: string | undefined;
    for (const name of wanted.after) {
      const move = chess && legal(chess, name);
      const next = chess && after(chess, name);
      if (!next || !move) break;
      [chess, last] = [next, makeUci(move)];
    }
    if (chess && last) board.show(fenOf(chess), last, false);
    board.mark(wanted.marks);
  };
}

/** An item of a list that shows something on the board while it is pointed at or has the focus. */
export function pointed(show: () => void, hide: () => void, ...children: Parameters<typeof h>[2][]): HTMLLIElement {
  const item = h('li', { tabindex: '0', class: 'pointed' }, ...children);
  for (const name of ['pointerenter', 'focus']) item.addEventListener(name, show);
  for (const name of ['pointerleave', 'blur']) item.addEventListener(name, hide);
  return item;
}

/** A bar from the middle to an expected result in [0, 1]: to the right is good for the side that moves. */
export function expectation(value: number, label: string): HTMLElement {
  const bar = h('span', { class: 'bar', role: 'img', 'aria-label': `${label}: ${percent(value)}` });
  const filled = h('span', { class: value < 0.5 ? 'bad' : 'good' });
  filled.style.left = `${100 * Math.min(0.5, value)}%`;
  filled.style.width = `max(3px, ${100 * Math.abs(value - 0.5)}%)`;
  return append(bar, filled);
}

function expected(choice: Choice): HTMLElement {
  const rows = [{ move: choice.move, value: choice.expected }];
  if (choice.other) rows.push({ move: choice.other.move, value: choice.other.expected });
  return h(
    'ul',
    { class: 'expected', 'aria-label': 'Expected score for the side that moves' },
    ...rows.map(({ move, value }) =>
      h('li', {}, h('b', {}, move), expectation(value, move), h('span', { class: 'number' }, percent(value))),
    ),
  );
}

/** The reasons of the memory for a move. */
export function reasonsList({ choice, drawings }: MoveReasons, preview: Preview): HTMLElement {
  const none: Drawing = { squares: [], arrows: [] };
  const patterns = choice.patterns.map((pattern, index) => {
    const marks = marksOf(drawings[index] ?? none);
    const speaksFor = pattern.points > 0;
    return pointed(
      () => preview({ after: [pattern.after], marks }),
      () => preview(null),
      h('span', { class: `verdict ${speaksFor ? 'good' : 'bad'}` }, `${speaksFor ? 'for' : 'against'} ${choice.move}`),
      h('span', { class: 'phrase' }, pattern.phrase),
      h(
        'small',
        {},
        `after ${pattern.after}${pattern.reply ? ` and the best reply ${pattern.reply}` : ''}, ${signed(pattern.points).replace(/0$/, '')} points · `,
        h('a', { href: address('patterns', pattern.pattern) }, pattern.pattern),
      ),
    );
  });
  return h(
    'div',
    { class: 'reasons' },
    expected(choice),
    patterns.length
      ? h('ul', { class: 'pattern-list', 'aria-label': 'Learned patterns that decide' }, ...patterns)
      : h('p', { class: 'quiet' }, choice.text.replace(/\.?$/, '.')),
  );
}

/** A move and the captures after it, when its facts are looked at. */
const settled = (outcome: Outcome): string[] => outcome.line.slice(0, outcome.settled_after);

/** Two moves side by side. */
export function comparison(answer: WhyAnswer, preview: Preview): HTMLElement {
  const column = (outcome: Outcome) =>
    h(
      'section',
      {},
      h('h4', {}, settled(outcome).join(' '), h('span', { class: 'number' }, outcome.ending ?? outcome.score)),
      outcome.facts.length
        ? h(
            'ul',
            { class: 'facts' },
            ...outcome.facts.slice(0, 5).map((fact) =>
              pointed(
                () => preview({ after: settled(outcome), marks: { squares: { blue: fact.squares } } }),
                () => preview(null),
                h('span', { class: 'number' }, signed(fact.value)),
                fact.text,
              ),
            ),
          )
        : h('p', { class: 'quiet' }, 'Nothing that the other move does not bring as well.'),
    );
  return h(
    'div',
    { class: 'comparison' },
    ...answer.text.split('\n').map((sentence) => h('p', {}, sentence)),
    answer.learned && reasonsList(answer.learned, preview),
    h('p', { class: 'quiet' }, `By the facts of the board, in pawns for ${answer.side === 'white' ? 'White' : 'Black'}; only after this move:`),
    h('div', { class: 'columns' }, ...answer.outcomes.map(column)),
  );
}
