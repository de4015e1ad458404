// The frame of the page: menu, addresses, and which view is shown.

import { api, Problem } from './api';
import { analyse } from './analyse';
import { count, fill, h } from './dom';
import { endgame } from './endgame';
import { library } from './library';
import { opponent } from './opponent';
import { patterns } from './patterns';
import { play } from './play';
import { training } from './training';
import type { Place, View } from './view';

const VIEWS: Record<string, { title: string; view: View }> = {
  play: { title: 'Play', view: play },
  analyse: { title: 'Analyse', view: analyse },
  patterns: { title: 'Patterns', view: patterns },
  training: { title: 'Training', view: training },
  library: { title: 'Library', view: library },
  opponent: { title: 'Opponent', view: opponent },
  endgame: { title: 'Endgame', view: endgame },
};

const stage = h('main', { id: 'content', tabindex: '-1' });
const links = Object.entries(VIEWS).map(([name, { title }]) => h('a', { href: `#/${name}` }, title));
const contents = h('span', {});
let leave: (() => void) | undefined;

function placeOf(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', ...rest] = path.split('/');
  return { view: view || 'play', name: rest.map(decodeURIComponent).join('/'), query: new URLSearchParams(query) };
}

function show(): void {
  const place = placeOf(location.hash);
  const { title, view } = VIEWS[place.view] ?? VIEWS['play']!;
  leave?.();
  leave = undefined;
  links.forEach((link) => {
    if (link.textContent === title) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  });
  document.title = `${title} · Morph`;
  fill(stage);
  stage.className = `view-${title.toLowerCase()}`;
  leave = view(stage, place) ?? undefined;
}

// What nobody caught is told, not lost in the console.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') return event.preventDefault();
  if (!(event.reason instanceof Problem)) return;
  event.preventDefault();
  const notice = h('div', { class: 'notice', role: 'alert' }, event.reason.message);
  document.body.append(notice);
  setTimeout(() => notice.remove(), 8000);
});

document.body.append(
  h('a', { class: 'skip', href: '#content', onclick: (event: Event) => (event.preventDefault(), stage.focus()) }, 'Skip to the content'),
  h(
    'header',
    { class: 'masthead' },
    h('a', { class: 'brand', href: '#/play' }, h('img', { src: '/icon.svg', alt: '', width: 28, height: 28 }), 'Morph'),
    h('nav', { 'aria-label': 'Views' }, ...links),
  ),
  stage,
  h('footer', {}, contents),
);
addEventListener('hashchange', show);
show();
void api.about().then((about) => {
  const { games, graph_patterns, material_patterns, move_patterns } = about.contents;
  const all = graph_patterns + material_patterns + move_patterns;
  fill(contents, `Morph ${about.version}: ${count(all)} patterns from ${count(games)} games (${about.memory}). Nothing leaves this machine.`);
});
