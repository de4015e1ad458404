// Patterns: what the memory has learned, one card for each idea, and a walk from pattern to pattern.

import { api, type PatternCard, type PatternAnswer, Problem } from './api';
import { diagram, marksOf } from './board';
import { count, field, fill, h, select } from './dom';
import { expectation } from './reasons';
import { address, isOffered, noteAddress, type Place } from './view';
import { weightHistory } from './weight-history';

const SORTS: [string, string][] = [
  ['extremeness', 'says most'],
  ['weight', 'best first'],
  ['uses', 'most often met'],
  ['utility', 'most useful'],
  ['age', 'oldest first'],
  ['size', 'simplest first'],
];

const KINDS: [string, string][] = [['', 'all kinds'], ['graph', 'pieces and squares'], ['move', 'possible moves'], ['material', 'material']];

const OPERATORS: Record<string, string> = {
  material: 'from a difference in material',
  'ebg-before': 'from what a move took away',
  'ebg-after': 'from what a move brought about',
  edge: 'from an attack or defence that a move changed',
  place: 'from the square a piece moved to',
  guard: 'from attackers and defenders that a move changed',
  mobility: 'from mobility that a move changed',
  pair: 'from two attacks or defences that a move combined',
  generalise: 'by generalising another pattern',
  specialise: 'by specialising another pattern',
  move: 'from a possible move',
};

const PAGE = 24;

export function patterns(stage: HTMLElement, place: Place): void | (() => void) {
  if (place.name) return void showPattern(stage, place.name);
  return showSearch(stage, place.query);
}

function weight(value: number): HTMLElement {
  return h('span', { class: 'weight' }, expectation(value, 'Expected score of the side to move'), h('span', { class: 'number' }, value.toFixed(3)));
}

/** A pattern in a list; one of another memory than that of the page has no page of its own. */
export function card(found: PatternCard, variants?: HTMLElement | null, isKnown = true): HTMLElement {
  const label = `Where ${found.id} was first seen`;
  const picture = [diagram(found.fen, label, marksOf(found.drawing), false), h('p', {}, found.phrase)];
  return h(
    'article',
    { class: 'pattern-card' },
    isKnown
      ? h('a', { href: address('patterns', found.id), class: 'card-link', 'aria-label': `${found.id}: ${found.phrase}` }, ...picture)
      : h('div', { class: 'card-link plain' }, ...picture),
    weight(found.weight),
    h('p', { class: 'quiet' }, h('b', {}, found.id), ` · met in ${count(found.uses)} positions · since game ${count(found.born)}`),
    variants,
  );
}

function showSearch(stage: HTMLElement, query: URLSearchParams): () => void {
  const state: Record<string, string> = { sort: 'extremeness', ideas: 'true' };
  for (const name of ['q', 'kind', 'operator', 'min_uses', 'min_weight', 'max_weight', 'born_from', 'born_to', 'sort', 'idea', 'ideas']) {
    const value = query.get(name);
    if (value !== null) state[name] = value;
  }
  if (state['idea']) state['ideas'] = 'false';
  let offset = 0;
  let asking: AbortController | undefined;
  let timer = 0;
  const results = h('div', { class: 'cards' });
  const total = h('p', { class: 'status', role: 'status' });
  const more = h('button', { type: 'button', onclick: () => void search(true) }, 'Show more');

  async function search(further: boolean): Promise<void> {
    asking?.abort();
    const control = (asking = new AbortController());
    offset = further ? offset + PAGE : 0;
    const parameters = new URLSearchParams(Object.entries(state).filter(([, value]) => value !== ''));
    parameters.set('offset', String(offset));
    parameters.set('limit', String(PAGE));
    noteAddress('patterns', '', { ...state, sort: state['sort'] === 'extremeness' ? '' : state['sort']!, ideas: state['ideas'] === 'true' ? '' : 'false' });
    try {
      const answer = await api.patterns(parameters, control.signal);
      const grouped = state['ideas'] === 'true';
      if (!further) fill(results);
      results.append(...answer.patterns.map((found) => {
        const others = found.variants - 1;
        const link = grouped && others > 0
          ? h('a', { href: address('patterns', '', { ...state, idea: found.idea, ideas: 'false' }) }, `and ${count(others)} ${others === 1 ? 'variant' : 'variants'} of this idea`)
          : null;
        return card(found, link);
      }));
      const what = grouped ? (answer.total === 1 ? 'idea' : 'ideas') : answer.total === 1 ? 'pattern' : 'patterns';
      total.textContent = answer.total ? `${count(answer.total)} ${what}` : 'Nothing is like this. Fewer words find more.';
      more.hidden = offset + PAGE >= answer.total;
    } catch (fault) {
      if (control.signal.aborted) return;
      if (!(fault instanceof Problem)) throw fault;
      total.textContent = fault.message;
    }
  }

  const change = (name: string) => (value: string) => {
    state[name] = value;
    clearTimeout(timer);
    timer = window.setTimeout(() => void search(false), 180);
  };
  const text = (name: string, attributes: Record<string, string>) => {
    const input = h('input', { value: state[name] ?? '', ...attributes });
    input.addEventListener('input', () => change(name)(input.value.trim()));
    return input;
  };
  const number = (name: string, attributes: Record<string, string>) => text(name, { type: 'number', inputmode: 'decimal', ...attributes });
  const grouped = h('input', { type: 'checkbox', checked: state['ideas'] === 'true' });
  grouped.addEventListener('change', () => {
    state['idea'] = '';
    change('ideas')(String(grouped.checked));
  });
  fill(
    stage,
    h('h1', {}, 'What it has learned'),
    h('p', { class: 'lead' }, 'Every pattern is something that Morph noticed in its own games, with the score it came to expect from it. White is the side to move.'),
    h(
      'form',
      { class: 'search', role: 'search', onsubmit: (event: Event) => event.preventDefault() },
      field('Search in words', text('q', { type: 'search', placeholder: 'rook passed pawn', autocomplete: 'off' }), 'wide'),
      field('Kind', select(KINDS, state['kind'] ?? '', change('kind'))),
      field('Order', select(SORTS, state['sort']!, change('sort'))),
      h('label', { class: 'check' }, grouped, 'one card for each idea'),
      h(
        'details',
        {},
        h('summary', {}, 'More filters'),
        h(
          'div',
          { class: 'filters' },
          field('Created', select([['', 'in any way'], ...Object.entries(OPERATORS)], state['operator'] ?? '', change('operator'))),
          field('Met in at least', number('min_uses', { min: '0', placeholder: 'positions' })),
          field('Score from', number('min_weight', { min: '0', max: '1', step: '0.05', placeholder: '0' })),
          field('to', number('max_weight', { min: '0', max: '1', step: '0.05', placeholder: '1' })),
          field('Born in game', number('born_from', { min: '1', placeholder: 'first' })),
          field('to', number('born_to', { min: '1', placeholder: 'last' })),
        ),
      ),
    ),
    state['idea'] && h('p', {}, h('a', { href: address('patterns') }, 'All ideas'), ' › variants of one idea'),
    total,
    results,
    more,
  );
  void search(false);
  return () => {
    asking?.abort();
    clearTimeout(timer);
  };
}

async function showPattern(stage: HTMLElement, name: string): Promise<void> {
  fill(stage, h('p', { class: 'status', role: 'status' }, 'Looking it up …'));
  let answer: PatternAnswer;
  try {
    answer = await api.pattern(name);
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault;
    return void fill(stage, h('p', { class: 'alert', role: 'alert' }, fault.message), h('a', { href: address('patterns') }, 'All patterns'));
  }
  const { pattern } = answer;
  const row = (term: string, value: string | number | Node) => [h('dt', {}, term), h('dd', {}, value)];
  const { operator, game, ply, parents } = pattern.origin;
  const found = h('section', { class: 'card' });
  const history = h('section', { class: 'card' }, h('p', { class: 'quiet' }, 'Looking for checkpoints …'));
  fill(
    stage,
    h('p', { class: 'crumbs' }, h('a', { href: address('patterns') }, 'All ideas'), ' › ', h('a', { href: address('patterns', '', { idea: answer.idea, ideas: 'false' }) }, 'variants of this idea'), ' › ', pattern.id),
    h('h1', { class: 'pattern-title' }, pattern.phrase),
    h(
      'div',
      { class: 'table' },
      h('div', { class: 'board-column' },
        diagram(pattern.origin.fen, `Where ${pattern.id} was first seen`, marksOf(answer.drawing), true),
        h('p', { class: 'legend' }, h('span', { class: 'key attack' }, 'attacks'), h('span', { class: 'key defence' }, 'defends'), h('span', { class: 'key move' }, 'moves'), 'pale: through another piece, or in one more move')),
      h(
        'div',
        { class: 'side-column' },
        h('section', { class: 'card' },
          h('h2', {}, 'What it is worth'),
          weight(pattern.weight),
          h('dl', {},
            ...row('Score of the side to move', `${(100 * pattern.weight).toFixed(1)} %`),
            ...row('Met in', `${count(pattern.uses)} positions of its games`),
            ...row('Corrected', `${count(pattern.updates)} times`),
            ...row('Changes in total', pattern.variance.toFixed(2)),
            ...row('Size', pattern.size),
            ...row('Utility', pattern.utility.total.toFixed(3)))),
        h('section', { class: 'card' },
          h('h2', {}, 'Birth certificate'),
          h('p', {}, `Born in game ${count(game)} after ${count(ply)} half-moves, ${OPERATORS[operator] ?? operator}; ${count(pattern.age)} games old.`),
          parents.length > 0 && h('p', {}, 'Parents: ', ...parents.flatMap((parent, index) => [index ? ', ' : '', h('a', { href: address('patterns', parent) }, parent)])),
          h('p', {}, h('a', { href: address('analyse', '', { fen: pattern.origin.fen }) }, 'Explain this position'))),
        isOffered('training') && history,
        found,
      ),
    ),
    neighbours('More general', 'The next patterns that occur wherever this one does.', answer.more_general, pattern.more_general.length),
    neighbours('More special', 'The next patterns that say more.', answer.more_special, pattern.more_special.length),
  );
  if (isOffered('training')) void api.patternWeights(pattern.id).then((weights) => history.isConnected && weightHistory(weights, history));
  const { library } = await api.about();
  if (!library) return found.remove();
  const games = await api.patternGames(pattern.id);
  if (!games.examples.length) return found.remove();
  const { score } = games.statistics;
  fill(
    found,
    h('h2', {}, 'In games'),
    h('p', {}, `It says most in ${count(games.statistics.games)} positions of the library`, score ? `; the side to move scored ${Math.round(100 * score[0])} %.` : '.'),
    h('ul', {}, ...games.examples.map((example) => h('li', {}, h('a', { href: address('analyse', '', { fen: example.fen }) }, example.source), example.played ? ` ${example.played}` : ''))),
  );
}

function neighbours(title: string, meaning: string, found: PatternCard[], all: number): HTMLElement | null {
  if (!found.length) return null;
  const rest = all - found.length;
  return h(
    'section',
    { class: 'neighbours', 'aria-label': title },
    h('h2', {}, title),
    h('p', { class: 'quiet' }, meaning, rest > 0 ? ` The ${found.length} most used of ${count(all)}.` : ''),
    h('div', { class: 'cards small' }, ...found.map((neighbour) => card(neighbour))),
  );
}
