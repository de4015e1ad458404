// Learning curves, by uPlot.

import uPlot from 'uplot';
import type { RunSamples, Sample } from './api';
import { h } from './dom';

interface Measure {
  title: string;
  unit: string;
  value: (sample: Sample) => number | null;
  range?: [number, number];
}

const MEASURES: Measure[] = [
  { title: 'Score', unit: '% of the points', value: ({ score }) => (score ? 100 * score.share.estimate : null), range: [0, 100] },
  { title: 'Material captured', unit: 'pawns a game', value: ({ captured_mean }) => captured_mean },
  { title: 'Patterns', unit: 'in the memory', value: (sample) => sample.graph_patterns + sample.material_patterns + sample.move_patterns },
  { title: 'Surprise', unit: 'mean TD error', value: ({ td_error_mean }) => td_error_mean },
];

const COLOURS = ['--accent', '--second', '--third', '--fourth'];

/** Charts of some runs, one for each measure. */
export class Curves {
  readonly element = h('div', { class: 'curves' });
  private charts: uPlot[] = [];
  private runs: RunSamples[] = [];
  private readonly redraw = (): void => this.show(this.runs);
  private readonly dark = matchMedia('(prefers-color-scheme: dark)');
  private readonly resized = new ResizeObserver(() => {
    for (const chart of this.charts) {
      const width = chart.root.parentElement?.clientWidth ?? 0;
      if (width && width !== chart.width) chart.setSize({ width, height: chart.height });
    }
  });

  constructor() {
    this.dark.addEventListener('change', this.redraw);
    this.resized.observe(this.element);
  }

  show(runs: RunSamples[]): void {
    const isSame = this.charts.length > 0 && runs.length === this.runs.length && runs.every((run, index) => run.label === this.runs[index]!.label);
    this.runs = runs;
    if (isSame && this.charts[0]!.root.isConnected) {
      MEASURES.forEach((measure, index) => this.charts[index]!.setData(dataOf(runs, measure)));
      return;
    }
    this.clear();
    this.charts = MEASURES.map((measure) => this.chart(runs, measure));
  }

  leave(): void {
    this.dark.removeEventListener('change', this.redraw);
    this.resized.disconnect();
    this.clear();
  }

  private clear(): void {
    this.charts.forEach((chart) => chart.destroy());
    this.charts = [];
    this.element.replaceChildren();
  }

  private chart(runs: RunSamples[], measure: Measure): uPlot {
    const box = h('figure', { class: 'curve', role: 'group', 'aria-label': `${measure.title}, ${measure.unit}` }, h('figcaption', {}, h('b', {}, measure.title), ` ${measure.unit}`));
    this.element.append(box);
    const points = runs.some((run) => run.samples.length < 3);
    return lineChart(box, runs.map(({ label }) => label), dataOf(runs, measure), { height: 180, points, ...(measure.range && { range: measure.range }) });
  }
}

/** A chart over games in a box of the page, a line for each label. */
export function lineChart(
  box: HTMLElement,
  labels: string[],
  data: uPlot.AlignedData,
  { height, range, points }: { height: number; range?: [number, number]; points: boolean },
): uPlot {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: colour('--quiet'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false }, font: '12px system-ui, sans-serif' };
  return new uPlot(
    {
      width: box.clientWidth || 320,
      height,
      padding: [8, 18, 0, 0],
      scales: { x: { time: false }, ...(range && { y: { range } }) },
      axes: [{ ...axis, size: 30, values: (_, values) => values.map((value) => (value >= 1000 ? `${value / 1000}k` : String(value))) }, { ...axis, size: 52 }],
      series: [
        { label: 'Game' },
        ...labels.map((label, index) => ({ label, stroke: colour(COLOURS[index % COLOURS.length]!), width: 2, spanGaps: true, points: { show: points } })),
      ],
      legend: { show: true, live: true },
    },
    data,
    box,
  );
}

function dataOf(runs: RunSamples[], measure: Measure): uPlot.AlignedData {
  const tables = runs.map((run) => [run.samples.map(({ game }) => game), run.samples.map(measure.value)] as uPlot.AlignedData);
  return tables.length === 1 ? tables[0]! : uPlot.join(tables);
}

/** The numbers of the charts as a table. */
export function csv(runs: RunSamples[]): string {
  const head = ['run', 'game', ...MEASURES.map(({ title, unit }) => `${title} (${unit})`)];
  const rows = runs.flatMap((run) => run.samples.map((sample) => [run.label, sample.game, ...MEASURES.map(({ value }) => value(sample) ?? '')]));
  const cell = (value: string | number) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value);
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\n') + '\n';
}
