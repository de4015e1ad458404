// Starts and stops a training, one at a time.

import { api, Problem, type TrainingStatus } from './api';
import { count, field, fill, h, select } from './dom';

/** How often the server is asked whether a training has ended, in milliseconds. */
const PERIOD = 1500;

export class TrainerPanel {
  readonly element = h('section', { class: 'card', 'aria-label': 'Train', hidden: true });
  private timer = 0;
  private isLeft = false;
  private plan = '';

  /** `begun` is called with the name of a run that was started, `ended` when it is over. */
  constructor(private readonly begun: (run: string) => void, private readonly ended: () => void) {
    void this.look();
  }

  leave(): void {
    this.isLeft = true;
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    const status = await api.training();
    if (!this.isLeft) this.show(status);
  }

  private show(status: TrainingStatus, fault = ''): void {
    const { active, plans } = status;
    this.element.hidden = !active && !plans.length;
    clearTimeout(this.timer);
    if (this.element.hidden) return;
    fill(this.element, h('h2', {}, 'Train'), fault && h('p', { class: 'alert', role: 'alert' }, fault), ...(active ? this.underWay(active.run) : this.form(status)));
    if (active) {
      this.timer = window.setTimeout(async () => {
        const next = await api.training().catch(() => status);
        if (this.isLeft) return;
        if (next.active) return this.show(status, fault);
        this.show(next);
        this.ended();
      }, PERIOD);
    }
  }

  private underWay(run: string): Node[] {
    const button = h('button', { type: 'button', onclick: async () => {
      button.disabled = true;
      button.textContent = 'Stopping …';
      await api.stopTraining();
    } }, 'Stop');
    // It stays pressed until the training has ended.
    if (this.element.querySelector('button[disabled]')) {
      button.disabled = true;
      button.textContent = 'Stopping …';
    }
    return [
      h('p', { role: 'status' }, h('span', { class: 'state running' }, 'Training '), h('b', {}, run), '.'),
      h('div', { class: 'controls' }, button),
      h('p', { class: 'quiet' }, 'Stopping finishes the games under way and saves the memory; the run can be resumed later.'),
    ];
  }

  private form({ plans, last }: TrainingStatus): Node[] {
    const games = h('input', { type: 'number', min: '1', max: '4294967295', inputmode: 'numeric' });
    const seed = h('input', { type: 'number', min: '0', max: '9007199254740991', inputmode: 'numeric', placeholder: 'as in the plan' });
    const ask = (name: string): void => {
      this.plan = name;
      const plan = plans.find((other) => other.name === name)!;
      games.placeholder = plan.runs > 1 ? `${count(plan.games)} in ${plan.runs} runs` : count(plan.games);
    };
    ask(plans.find(({ name }) => name === this.plan)?.name ?? plans[0]!.name);
    const start = async (): Promise<void> => {
      try {
        const session = await api.startTraining({
          plan: this.plan,
          ...(games.value && { games: Number(games.value) }),
          ...(seed.value && { seed: Number(seed.value) }),
        });
        this.begun(session.run);
        await this.look();
      } catch (fault) {
        if (!(fault instanceof Problem)) throw fault;
        if (!this.isLeft) this.show(await api.training(), fault.message);
      }
    };
    return [
      ...(last ? [h('p', { class: last.has_failed ? 'alert' : '', role: 'status' }, h('b', {}, last.run), `: ${last.outcome}`)] : []),
      h('form', { class: 'controls', onsubmit: (event: Event) => (event.preventDefault(), void start()) },
        field('Plan', select(plans.map(({ name }) => [name, name]), this.plan, ask)),
        field('Games of each run', games),
        field('Seed', seed),
        h('button', { type: 'submit', class: 'primary' }, 'Start')),
    ];
  }
}
