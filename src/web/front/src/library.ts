// Library: positions like this one, side by side.

import { api, type Neighbour, Problem, type SimilarAnswer } from './api';
import { Board } from './board';
import { INITIAL_FEN, position } from './chess';
import { count, field, fill, h, percent, select } from './dom';
import { pointed } from './reasons';
import { address, noteAddress, type Place } from './view';

const KINDS: [string, string][] = [['all', 'in everything'], ['tactics', 'in tactics'], ['structure', 'in structure'], ['endgame', 'with equal pieces']];

export function library(stage: HTMLElement, { query }: Place): void {
  void api.about().then(({ library: size }) => (size ? search(stage, query, size) : explain(stage)));
}

function explain(stage: HTMLElement): void {
  fill(
    stage,
    h('div', { class: 'narrow' },
      h('h1', {}, 'Find positions like this one'),
      h('p', {}, 'No library is open. A library holds games, puzzles or positions of yours, indexed by the patterns that Morph has learned. The first command makes one, the second opens it here:'),
      h('pre', {}, 'morph library add games.pgn --to my.library\nmorph serve --library my.library')),
  );
}

function search(stage: HTMLElement, query: URLSearchParams, size: { games: number; positions: number }): void {
  const wanted = query.get('fen') ?? 'r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 10';
  const board = new Board({ label: 'The position in question' });
  const fen = h('input', { type: 'text', value: wanted, spellcheck: 'false', autocomplete: 'off' });
  const where = h('input', { type: 'text', value: query.get('where') ?? '', placeholder: 'elo>2400 player=Tal year=1950..1970', spellcheck: 'false' });
  let kind = query.get('kind') ?? 'all';
  const status = h('p', { class: 'status', role: 'status' });
  const found = h('div', { class: 'cards' });
  const summary = h('div', {});

  async function look(): Promise<void> {
    const asked = fen.value.trim();
    if (!position(asked)) {
      status.textContent = 'This is no position: a FEN looks like the one below.';
      fen.placeholder = INITIAL_FEN;
      return;
    }
    board.show(asked, undefined, false);
    board.mark({});
    noteAddress('library', '', { fen: asked, kind: kind === 'all' ? '' : kind, where: where.value.trim() });
    status.textContent = 'Searching …';
    try {
      const answer = await api.similar({ fen: asked, kind, where: where.value.trim(), top: 6 });
      status.textContent = answer.neighbours.length ? '' : 'Nothing in the library is like this.';
      fill(found, ...answer.neighbours.map((neighbour) => pair(neighbour)));
      fill(summary, ...told(answer));
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      status.textContent = fault.message;
    }
  }

  function pair(neighbour: Neighbour): HTMLElement {
    const there = new Board({ label: neighbour.source, coordinates: false });
    there.show(neighbour.fen, undefined, false);
    const hide = (): void => (there.mark({}), board.mark({}));
    return h(
      'article',
      { class: 'pattern-card' },
      there.element,
      h('h3', {}, neighbour.source),
      h('p', {}, `${percent(neighbour.score)} alike`, neighbour.played ? h('span', {}, '; played ', h('b', {}, neighbour.played)) : '', ' · ', h('a', { href: address('analyse', '', { fen: neighbour.fen }) }, 'explain')),
      h('ul', { class: 'facts' }, ...neighbour.shared.slice(0, 4).map((likeness) =>
        pointed(
          () => (there.mark({ squares: { yellow: likeness.there } }), board.mark({ squares: { yellow: likeness.here } })),
          hide,
          likeness.text,
        ))),
    );
  }

  fill(
    stage,
    h('h1', {}, 'Positions like this one'),
    h('div', { class: 'table' },
      h('div', { class: 'board-column' }, board.element),
      h('div', { class: 'side-column' },
        h('section', { class: 'card' },
          h('p', { class: 'quiet' }, `${count(size.games)} games and puzzles, ${count(size.positions)} positions.`),
          h('form', { class: 'paste', onsubmit: (event: Event) => (event.preventDefault(), void look()) },
            field('Position (FEN)', fen, 'wide'),
            field('Alike', select(KINDS, kind, (value) => ((kind = value), void look()))),
            field('Only games', where),
            h('button', { type: 'submit', class: 'primary' }, 'Search')),
          status,
          summary))),
    found,
  );
  void look();
}

function told({ statistics, plans }: SimilarAnswer): (HTMLElement | null)[] {
  const { score, won, drawn, lost } = statistics;
  return [
    score && h('p', {}, `In positions that are similar enough the side to move scored ${percent(score[0])} (${percent(score[1])} to ${percent(score[2])}): won ${won}, drew ${drawn}, lost ${lost}.`),
    plans.length > 0 ? h('p', {}, 'Played most: ', plans.slice(0, 4).map((plan) => `${plan.piece} to ${plan.to} (${plan.games})`).join(', '), '.') : null,
  ];
}
