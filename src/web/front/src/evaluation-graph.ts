// What the memory expects for White after each half-move, as a curve to click.

import { h, percent, svg } from './dom';

const [WIDTH, HEIGHT] = [600, 110];

export interface GraphPoint {
  label: string;
  /** For White, in [0, 1]. */
  expected: number;
  /** `mistake`, `blunder` …: drawn as a dot. */
  mark?: string | undefined;
}

export class EvaluationGraph {
  readonly element: HTMLElement;
  private readonly cursor = svg('line', { class: 'cursor', y1: 0, y2: HEIGHT, x1: 0, x2: 0 });

  constructor(private readonly points: GraphPoint[], go: (to: number) => void) {
    const line = points.map((point, index) => `${this.x(index)},${this.y(point)}`).join(' ');
    const drawing = svg(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': this.summary() },
      svg('polygon', { class: 'area', points: `0,${HEIGHT} ${line} ${this.x(points.length - 1)},${HEIGHT}` }),
      svg('line', { class: 'even', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      svg('polyline', { class: 'curve', points: line }),
      ...points.flatMap((point, index) =>
        point.mark ? [svg('line', { class: `tick ${point.mark}`, x1: this.x(index), x2: this.x(index), y1: this.y(point) - 7, y2: this.y(point) + 7 })] : [],
      ),
      this.cursor,
    );
    const tip = h('output', { class: 'tip' });
    const nearest = (event: MouseEvent): number => {
      const { left, width } = drawing.getBoundingClientRect();
      return Math.max(0, Math.min(points.length - 1, Math.round(((event.clientX - left) / width) * (points.length - 1))));
    };
    drawing.addEventListener('click', (event) => go(nearest(event)));
    drawing.addEventListener('pointermove', (event) => {
      const point = points[nearest(event)]!;
      tip.textContent = `${point.label}: ${percent(point.expected)} for White`;
    });
    drawing.addEventListener('pointerleave', () => (tip.textContent = ''));
    this.element = h('figure', { class: 'evaluation' }, h('figcaption', {}, 'What the memory expects for White', tip), drawing);
  }

  select(index: number): void {
    this.cursor.setAttribute('x1', String(this.x(index)));
    this.cursor.setAttribute('x2', String(this.x(index)));
  }

  private x(index: number): number {
    return (WIDTH * index) / Math.max(1, this.points.length - 1);
  }

  private y({ expected }: GraphPoint): number {
    return HEIGHT * (1 - expected);
  }

  private summary(): string {
    const last = this.points.at(-1);
    return `Expected score for White after each move, ${percent(last?.expected ?? 0.5)} at the end`;
  }
}
