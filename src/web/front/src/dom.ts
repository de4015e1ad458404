// Elements. Text is always text: nothing here reads markup, so that names from files of others stay names.

export type Child = Node | string | number | null | undefined | false;

type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** An element; a function is a listener (`onclick`), `true` an attribute without a value, and what is null is left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2), value as unknown as EventListener);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  return append(element, ...children);
}

/** An element of SVG. */
export function svg(tag: string, attributes: Record<string, string | number>, ...children: Node[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

export function append<E extends Element>(element: E, ...children: Child[]): E {
  for (const child of children) {
    if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false) element.append(String(child));
  }
  return element;
}

export function fill<E extends Element>(element: E, ...children: Child[]): E {
  element.replaceChildren();
  return append(element, ...children);
}

/** A labelled field of a form. */
export function field(label: string, control: HTMLElement, className = ''): HTMLLabelElement {
  return h('label', { class: `field ${className}` }, h('span', {}, label), control);
}

export function select(options: [value: string, label: string][], chosen: string, onchange: (value: string) => void) {
  const element = h(
    'select',
    {},
    ...options.map(([value, label]) => h('option', { value, selected: value === chosen }, label)),
  );
  element.addEventListener('change', () => onchange(element.value));
  return element;
}

/** Offers text as a file. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const percent = (share: number): string => `${Math.round(100 * share)}\u00a0%`;

export const signed = (pawns: number): string => (pawns < 0 ? '−' : '+') + Math.abs(pawns).toFixed(2);

export const count = (number: number): string => number.toLocaleString('en');

/** Says for some seconds what went wrong, over whatever is shown. */
export function notice(text: string): void {
  const shown = h('div', { class: 'notice', role: 'alert' }, text);
  document.body.append(shown);
  setTimeout(() => shown.remove(), 8000);
}
