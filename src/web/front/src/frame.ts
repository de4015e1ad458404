// The frame of the page: menu, addresses, and which view is shown.

import { api, Problem } from './api';
import { count, fill, h } from './dom';
import { offer, type Place, type View } from './view';

/** The views of a page by their names in addresses; the first is shown where an address names none. */
export type Views = Record<string, { title: string; view: View }>;

function placeOf(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', ...rest] = path.split('/');
  return { view, name: rest.map(decodeURIComponent).join('/'), query: new URLSearchParams(query) };
}

/** Shows the page, from then on. */
export function showPage(views: Views): void {
  offer(Object.keys(views));
  const stage = h('main', { id: 'content', tabindex: '-1' });
  const links = Object.entries(views).map(([name, { title }]) => h('a', { href: `#/${name}` }, title));
  const contents = h('span', {});
  let leave: (() => void) | undefined;

  function show(): void {
    const place = placeOf(location.hash);
    const { title, view } = views[place.view] ?? Object.values(views)[0]!;
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
      h('a', { class: 'brand', href: '#/play' }, h('img', { src: 'icon.svg', alt: '', width: 28, height: 28 }), 'Morph'),
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
}
