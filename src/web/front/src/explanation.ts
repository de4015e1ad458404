// The explanation of a position in a coach's sentences, and what is drawn on the board for each reason.

import type { Explained, Reason } from './api';
import type { Marks } from './board';
import { h } from './dom';
import { lineText } from './line';
import { pointed } from './reasons';
import { address } from './view';

/** Squares and arrows of the whole explanation. */
export function marksOfAll({ shapes }: Explained): Marks {
  const arrows = shapes.arrows.green.map((move) => ({ from: move.slice(0, 2), to: move.slice(2, 4), brush: 'green' }));
  return { squares: { red: shapes.squares.red, blue: shapes.squares.blue }, arrows };
}

function marksOfReason(reason: Reason): Marks {
  const routes = reason.validation?.routes ?? [];
  const arrows = routes.flatMap(({ squares }) =>
    squares.slice(1).map((to, index) => ({ from: squares[index]!, to, brush: 'green' })),
  );
  return { squares: { blue: reason.squares, red: reason.targets }, arrows };
}

/** As ASCII has them: few fonts have the signs for a small advantage. */
const SYMBOLS: Record<string, string> = { '⩲': '+=', '⩱': '=+' };

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

/** The verdict, the moves of a forced line in it made by `play`. */
function verdict({ fen, text, force }: Explained, play: (moves: string[]) => HTMLElement): (string | HTMLElement)[] {
  const moves = force ? lineText(fen, force.line) : '';
  const at = moves ? text.verdict.indexOf(moves) : -1;
  if (!force || at < 0) return [text.verdict];
  return [text.verdict.slice(0, at), play(force.line), text.verdict.slice(at + moves.length)];
}

/** What a coach says; a reason shows its squares while it is pointed at, and opens to what follows from it. `play` makes moves that can
 * be played through. */
export function explanationPanel(explained: Explained, mark: (marks: Marks) => void, play: (moves: string[]) => HTMLElement): HTMLElement {
  if (explained.over) return h('p', {}, sentence(explained.over));
  const all = marksOfAll(explained);
  const { text, advice } = explained;
  const { reasons, symbol } = explained.explanation;
  const item = (reason: Reason, said: string) =>
    pointed(
      () => mark(marksOfReason(reason)),
      () => mark(all),
      h(
        'details',
        {},
        h('summary', {}, said),
        h('p', {}, sentence(reason.belief)),
        h('p', {}, h('b', {}, 'Aim: '), reason.purpose, '. ', h('b', {}, 'Plan: '), reason.plan, '.'),
        reason.validation && h('p', { class: 'quiet' }, sentence(reason.validation.text)),
        learned(reason),
      ),
    );
  return h(
    'div',
    { class: 'explanation' },
    h('p', { class: 'assessment' }, h('span', { class: 'symbol', 'aria-hidden': 'true' }, SYMBOLS[symbol] ?? symbol), h('span', {}, ...verdict(explained, play))),
    ...text.sides.flatMap(({ side, reasons: said }) => [
      h('h4', {}, `For ${side}`),
      h('ul', { class: 'reason-list' }, ...said.map(({ reason, text: words }) => item(reasons[reason]!, words))),
    ]),
    text.plan && h('p', {}, text.plan),
    text.good_move && h('p', { class: 'good-move' }, text.good_move),
    advice && h('p', { class: 'advice' }, advice),
    text.precedent &&
      h('p', {}, text.precedent, ' ', h('a', { href: address('library', '', { fen: explained.fen }) }, 'More like this')),
  );
}

/** The learned pattern that says this, or agrees with it or not. */
function learned(reason: Reason): HTMLElement | undefined {
  const id = reason.source.pattern ?? reason.memory?.pattern;
  if (!id) return undefined;
  const agreement = reason.memory ? (reason.memory.agrees ? ' agrees.' : ' disagrees.') : '';
  return h('p', { class: 'quiet' }, 'Learned pattern ', h('a', { href: address('patterns', id) }, id), agreement);
}
