// What views have in common.

/** An address: `#/view/name?query`. */
export interface Place {
  view: string;
  name: string;
  query: URLSearchParams;
}

/** Shows itself in an element; may return what to do when it is left. */
export type View = (stage: HTMLElement, place: Place) => (() => void) | void;

const offered = new Set<string>();

/** Notes which views the page has. */
export function offer(views: string[]): void {
  views.forEach((view) => offered.add(view));
}

/** Whether the page has a view: one without a server has not all. */
export const isOffered = (view: string): boolean => offered.has(view);

/** The address of a view. */
export function address(view: string, name = '', query: Record<string, string> = {}): string {
  const filled = Object.entries(query).filter(([, value]) => value !== '');
  const search = filled.length ? `?${new URLSearchParams(filled)}` : '';
  return `#/${view}${name && `/${encodeURIComponent(name)}`}${search}`;
}

/** Notes an address for the state that is shown, without a new entry in the history. */
export function noteAddress(view: string, name = '', query: Record<string, string> = {}): void {
  history.replaceState(null, '', address(view, name, query));
}

/** Arrow keys, Home and End step through something, unless they are needed to type. */
export function steps(go: (to: 'first' | 'previous' | 'next' | 'last') => void): () => void {
  const keys: Record<string, Parameters<typeof go>[0]> = { Home: 'first', ArrowLeft: 'previous', ArrowRight: 'next', End: 'last' };
  const listener = (event: KeyboardEvent): void => {
    const target = event.target;
    const types = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
    const step = keys[event.key];
    if (!step || types || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(step);
  };
  addEventListener('keydown', listener);
  return () => removeEventListener('keydown', listener);
}
