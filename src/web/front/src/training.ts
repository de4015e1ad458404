// Training: runs on the disk and under way, with curves that move.

import { api, type JournalEntry, type RunSamples, type RunSummary } from './api';
import { csv, Curves } from './curves';
import { count, download, fill, h, notice } from './dom';
import { card as patternCard } from './patterns';
import { TrainerPanel } from './trainer';
import { address, noteAddress, type Place } from './view';

/** Runs that are compared at most. */
const MAX_COMPARED = 4;
/** Games in the list. */
const LATEST = 12;
/** The curves of a run under way are fetched anew after this, in milliseconds, or ten times as long as that took. */
const REFRESH = 1000;

export function training(stage: HTMLElement, { name, query }: Place): () => void {
  let chosen = [name, ...(query.get('with') ?? '').split(',')].filter(Boolean).slice(0, MAX_COMPARED);
  const samples = new Map<string, RunSamples>();
  const curves = new Curves();
  const table = h('div', { class: 'runs' });
  const live = h('section', { class: 'card', hidden: true });
  const newest = h('section', { class: 'newest', hidden: true });
  const games = h('ol', { class: 'games', 'aria-label': 'Latest games' });
  const status = h('p', { class: 'status', role: 'status' });
  let runs: RunSummary[] = [];
  let events: EventSource | undefined;
  let followed = '';
  let timer = 0;
  let isLeft = false;
  let latest: JournalEntry[] = [];
  /** The memory of which the newest patterns are shown. */
  let learned = { run: '', games: 0 };
  const trainer = new TrainerPanel((run) => void show(run), () => void refreshRuns());

  async function fetchCurve(run: string): Promise<void> {
    samples.set(run, await api.curve(run));
    if (!isLeft) draw();
  }

  function draw(): void {
    const shown = chosen.flatMap((run) => samples.get(run) ?? []).filter((run) => run.samples.length > 0);
    if (shown.length) curves.show(shown);
    const [first] = shown;
    status.textContent = first ? `${count(first.games)} games of ${first.label}; means over ${first.window} games.` : chosen.length ? 'No game has been played yet.' : '';
  }

  function follow(): void {
    const run = chosen[0];
    if (!run || run === followed) return;
    events?.close();
    followed = run;
    latest = [];
    fill(games);
    const known = samples.get(run)?.games ?? 0;
    events = api.live(run, Math.max(0, known - LATEST));
    events.addEventListener('game', (event) => {
      const entry = JSON.parse((event as MessageEvent<string>).data) as JournalEntry;
      latest = [entry, ...latest].slice(0, LATEST);
      live.hidden = false;
      list(run);
      if (entry.game > (samples.get(run)?.games ?? 0)) refresh(run);
    });
  }

  /** The newest patterns, when there is a new memory. */
  async function fetchNewest(run: string): Promise<void> {
    const { games, patterns: found } = await api.newestPatterns(run);
    if (isLeft || run !== chosen[0] || (run === learned.run && games === learned.games)) return;
    learned = { run, games };
    newest.hidden = !found.length;
    fill(newest,
      h('h2', {}, 'Newest patterns'),
      h('p', { class: 'quiet' }, `In the memory of ${run} after ${count(games)} games, one for each idea.`),
      h('div', { class: 'cards small' }, ...found.map((pattern) => patternCard(pattern, null, false))));
  }

  /** Not for every game: a journal can grow faster than curves can be drawn. */
  function refresh(run: string): void {
    if (timer) return;
    timer = window.setTimeout(async () => {
      const began = performance.now();
      await fetchCurve(run).catch(() => undefined);
      await fetchNewest(run).catch(() => undefined);
      await refreshRuns();
      const wait = 9 * (performance.now() - began);
      timer = window.setTimeout(() => {
        timer = 0;
        if ((latest[0]?.game ?? 0) > (samples.get(run)?.games ?? 0)) refresh(run);
      }, wait);
    }, REFRESH);
  }

  async function refreshRuns(): Promise<void> {
    runs = await api.runs().catch(() => runs);
    // Not under the hands of somebody who is choosing.
    if (!isLeft && !table.contains(document.activeElement)) showRuns();
  }

  /** Shows a session that has just begun as soon as its run is there; that of a series has a longer name. */
  async function show(session: string): Promise<void> {
    for (let tries = 0; tries < 20 && !isLeft; tries += 1) {
      const run = (await api.runs()).find(({ id }) => id === session || id.startsWith(`${session}~`));
      if (run) return void (location.hash = address('training', run.id));
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  function list(run: string): void {
    fill(games, ...latest.map((entry) =>
      h('li', {},
        h('a', { href: address('analyse', '', { run, game: String(entry.game) }) }, `Game ${count(entry.game)}`),
        h('span', { class: 'result' }, entry.result),
        h('span', { class: 'quiet' }, `${entry.colour === 'both' ? 'self-play' : `${entry.colour} against ${entry.opponent}`}, ${entry.ending}, ${entry.plies} half-moves, ${entry.created} new patterns`))));
  }

  async function choose(): Promise<void> {
    const [first = '', ...others] = chosen;
    noteAddress('training', first, { with: others.join(',') });
    showRuns();
    await Promise.all(chosen.filter((run) => !samples.has(run)).map(fetchCurve));
    if (isLeft) return;
    draw();
    follow();
    if (chosen[0]) void fetchNewest(chosen[0]);
  }

  function showRuns(): void {
    const row = (run: RunSummary) => {
      const box = h('input', { type: 'checkbox', checked: chosen.includes(run.id), 'aria-label': `Show ${run.id}` });
      box.addEventListener('change', () => {
        chosen = box.checked ? [...chosen, run.id].slice(-MAX_COMPARED) : chosen.filter((other) => other !== run.id);
        void choose();
      });
      return h('tr', {},
        h('td', {}, box),
        h('th', { scope: 'row' }, h('a', { href: address('training', run.id) }, run.id)),
        h('td', {}, h('span', { class: `state ${run.state}` }, run.state)),
        h('td', { class: 'number' }, `${count(run.games)} of ${count(run.planned)}`),
        h('td', { class: 'number' }, count(run.patterns)),
        h('td', {}, run.started.slice(0, 10)));
    };
    fill(table, h('table', {},
      h('thead', {}, h('tr', {}, ...['', 'Run', 'State', 'Games', 'Patterns', 'Begun'].map((title) => (title ? h('th', { scope: 'col' }, title) : h('td', {}))))),
      h('tbody', {}, ...runs.map(row))));
  }

  async function begin(): Promise<void> {
    runs = await api.runs();
    if (isLeft) return;
    const isKnown = (run: string): boolean => runs.some(({ id }) => id === run);
    chosen.filter((run) => !isKnown(run)).forEach((run) => notice(`there is no run “${run}” here`));
    chosen = chosen.filter(isKnown);
    if (!runs.length) {
      return void fill(stage, h('div', { class: 'narrow' },
        h('h1', {}, 'Training'),
        h('p', {}, 'There is no training run here yet. Start one below, or with this command:'),
        h('pre', {}, 'morph train'),
        h('p', {}, 'Runs elsewhere are shown with ', h('code', {}, 'morph serve --runs FOLDER'), '.'),
        h('button', { type: 'button', onclick: () => void begin() }, 'Look again'),
        trainer.element));
    }
    fill(
      stage,
      h('h1', {}, 'Training'),
      h('p', { class: 'lead' }, 'Runs in the folder of the program. A run that goes on is drawn as its games are played.'),
      table,
      trainer.element,
      status,
      curves.element,
      live,
      newest,
      h('div', { class: 'controls' }, h('button', { type: 'button', onclick: () => download('curves.csv', csv(chosen.flatMap((run) => samples.get(run) ?? [])), 'text/csv') }, 'Download CSV')),
    );
    fill(live, h('h2', {}, 'Latest games'), games);
    if (!chosen.length) chosen = [(runs.find((run) => run.state === 'running') ?? runs.reduce((a, b) => (b.started > a.started ? b : a))).id];
    await choose();
  }

  void begin();
  return () => {
    isLeft = true;
    events?.close();
    clearTimeout(timer);
    trainer.leave();
    curves.leave();
  };
}
