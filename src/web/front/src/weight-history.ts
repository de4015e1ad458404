// The weight of a pattern over the games of its run, as far as checkpoints are kept.

import type { WeightHistory } from './api';
import { lineChart } from './curves';
import { count, fill, h } from './dom';

/** Fills a section that is in the page; removes it where no run at hand knows the pattern. */
export function weightHistory({ run, points, checkpoints }: WeightHistory, section: HTMLElement): void {
  const [first, last] = [points[0], points.at(-1)];
  if (!run || !first || !last) return section.remove();
  const box = h('figure', { class: 'curve plain', role: 'group', 'aria-label': `Weight from game ${first.game} to game ${last.game}: ${first.weight.toFixed(3)} to ${last.weight.toFixed(3)}` });
  const kept = checkpoints === 1 ? '1 checkpoint' : `${count(checkpoints)} checkpoints`;
  fill(
    section,
    h('h2', {}, 'Weight over training'),
    box,
    h('p', { class: 'quiet' }, `From the memory and ${kept} of the run ${run}. `,
      points.length < 4 && h('span', {}, 'Runs keep few checkpoints unless they are asked to: ', h('code', {}, 'morph train --keep-every N'), '.')),
    h('details', {}, h('summary', {}, 'Numbers'),
      h('table', {},
        h('thead', {}, h('tr', {}, ...['Game', 'Weight', 'Met in positions'].map((title) => h('th', { scope: 'col' }, title)))),
        h('tbody', {}, ...points.map(({ game, weight, uses }) => h('tr', {}, h('th', { scope: 'row' }, count(game)), h('td', { class: 'number' }, weight.toFixed(3)), h('td', { class: 'number' }, count(uses))))))),
  );
  const chart = lineChart(box, ['Weight'], [points.map(({ game }) => game), points.map(({ weight }) => weight)], { height: 150, range: [0, 1], points: true });
  const resized = new ResizeObserver(() => {
    if (!box.isConnected) return resized.disconnect(), chart.destroy();
    if (box.clientWidth && box.clientWidth !== chart.width) chart.setSize({ width: box.clientWidth, height: chart.height });
  });
  resized.observe(box);
}
