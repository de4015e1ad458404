// Results of games: won, drawn and lost as a bar, the score with its interval in words.

import type { Results } from './api';
import { append, count, h, percent } from './dom';

const games = ({ won, drawn, lost }: Results): number => won + drawn + lost;

/** `57 % (43 to 70)`: the share of the points and its 95 % interval. */
export function scoreText({ score }: Results): string {
  if (!score) return 'no result';
  const end = (share: number) => Math.round(100 * share);
  return `${percent(score.estimate)} (${end(score.low)} to ${end(score.high)})`;
}

/** `+5 =2 −3`. */
export const countsText = ({ won, drawn, lost }: Results): string => `+${count(won)} =${count(drawn)} −${count(lost)}`;

/** A bar of what was won, drawn and lost. */
export function resultBar(results: Results): HTMLElement {
  const bar = h('span', { class: 'results-bar', role: 'img', 'aria-label': `won ${results.won}, drawn ${results.drawn}, lost ${results.lost}` });
  const all = games(results);
  if (!all) return bar;
  const part = (name: 'won' | 'drawn' | 'lost'): HTMLElement => {
    const element = h('span', { class: name });
    element.style.width = `${(100 * results[name]) / all}%`;
    return element;
  };
  return append(bar, part('won'), part('drawn'), part('lost'));
}
