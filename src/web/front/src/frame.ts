// The frame of the page: menu, addresses, and which view is shown.

import { api, Problem } from './api';
import { count, fill, h, notice } from './dom';
import { offer, type Place, type View } from './view';

/** The views of a page by their names in addresses; the first is shown where an address names none. */
export type Views = Record<string, { title: string; view: View }>;

function placeOf(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', ...rest] = path.split('/');
  return { view, name: rest.map(decoded).join('/'), query: new URLSearchParams(query) };
}

/** A part of an address; as it stands if it is damaged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** For an address that names no view. */
function nothing(stage: HTMLElement, { view }: Place): void {
  fill(
    stage,
    h('div', { class: 'narrow' }, h('h1', {}, 'Nothing here'), h('p', { class: 'alert', role: 'alert' }, `This page has no view “${view}”. Choose one of the menu.`)),
  );
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
    const unknown = { title: 'Nothing here', view: nothing };
    const known = place.view || Object.keys(views)[0]!;
    const { title, view } = Object.hasOwn(views, known) ? views[known]! : unknown;
    leave?.();
    leave = undefined;
    links.forEach((link) => {
      if (link.textContent === title) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    });
    document.title = `${title} · Morph`;
    fill(stage);
    stage.className = `view-${title.toLowerCase().replaceAll(' ', '-')}`;
    leave = view(stage, place) ?? undefined;
  }

  // What nobody caught is told, not lost in the console.
  addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof DOMException && event.reason.name === 'AbortError') return event.preventDefault();
    if (!(event.reason instanceof Problem)) return;
    event.preventDefault();
    notice(event.reason.message);
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
  addEventListener('hashchange', () => {
    show();
    // Another view begins at its top.
    scrollTo(0, 0);
  });
  show();
  void api.about().then((about) => {
    const { games, graph_patterns, material_patterns, move_patterns } = about.contents;
    const all = graph_patterns + material_patterns + move_patterns;
    fill(contents, `Morph ${about.version}: ${count(all)} patterns from ${count(games)} games (${about.memory}). Nothing leaves this machine.`);
  });
}
