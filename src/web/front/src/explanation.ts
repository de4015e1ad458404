// The explanation of a position: reasons with plans, and what is drawn on the board for each.

import type { Explained, Reason } from './api';
import type { Marks } from './board';
import { h, percent, signed } from './dom';
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

/** Reasons, verdict, and what the memory would play. */
export function explanationPanel(explained: Explained, mark: (marks: Marks) => void): HTMLElement {
  if (explained.over) return h('p', {}, sentence(explained.over));
  const all = marksOfAll(explained);
  const { reasons, value, symbol, meaning } = explained.explanation;
  const learned = (reason: Reason) => reason.source.pattern ?? reason.memory?.pattern;
  const items = reasons.map((reason) =>
    pointed(
      () => mark(marksOfReason(reason)),
      () => mark(all),
      h('p', { class: 'fact' }, h('span', { class: 'number' }, signed(reason.value)), sentence(reason.fact)),
      h(
        'details',
        {},
        h('summary', {}, 'Why, and what to do'),
        h('p', {}, sentence(reason.belief)),
        h('p', {}, h('b', {}, 'Aim: '), reason.purpose, '. ', h('b', {}, 'Plan: '), reason.plan, '.'),
        reason.validation && h('p', { class: 'quiet' }, sentence(reason.validation.text)),
      ),
      learned(reason) &&
        h('small', {}, 'Learned pattern ', h('a', { href: address('patterns', learned(reason)!) }, learned(reason)!),
          reason.memory ? (reason.memory.agrees ? ' agrees' : ' disagrees') : ''),
    ),
  );
  const { choice, precedent, advice } = explained;
  return h(
    'div',
    { class: 'explanation' },
    h('p', { class: 'assessment' }, h('span', { class: 'symbol', 'aria-hidden': 'true' }, SYMBOLS[symbol] ?? symbol), sentence(meaning), h('span', { class: 'number' }, signed(value))),
    ...explained.alerts.map((alert) => h('p', { class: 'alert' }, sentence(alert))),
    h('ol', { class: 'reason-list', 'aria-label': 'Reasons, the most important first' }, ...items),
    advice && h('p', { class: 'advice' }, advice),
    choice &&
      h('p', {}, 'The memory would play ', h('b', {}, choice.move), ` and expects ${percent(choice.expected)} of the points`,
        choice.other ? ` (${percent(choice.other.expected)} after ${choice.other.move}).` : '.'),
    precedent &&
      h('p', {}, h('b', {}, 'A game like this: '), precedent.citation, precedent.step ? `; here that is ${precedent.step}. ` : '. ',
        h('a', { href: address('library', '', { fen: explained.fen }) }, 'More like this')),
  );
}
