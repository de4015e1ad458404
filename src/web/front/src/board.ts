// A chess board with squares and arrows, by chessground.

import { Chessground } from 'chessground';
import type { Api } from 'chessground/api';
import type { DrawShape } from 'chessground/draw';
import type { Key } from 'chessground/types';
import type { Drawing } from './api';
import { type Chess, destinations, fenOf, isPromotion, position } from './chess';
import { h } from './dom';

/** What is drawn over a position. */
export interface Marks {
  squares?: { red?: string[]; blue?: string[]; yellow?: string[] };
  arrows?: { from: string; to: string; brush: string }[];
}

const BRUSHES = { attack: 'red', defence: 'green', move: 'blue' };

export function marksOf(drawing: Drawing): Marks {
  return {
    squares: { yellow: drawing.squares },
    arrows: drawing.arrows.map(({ from, to, kind, indirect }) => ({
      from,
      to,
      brush: indirect ? `pale${BRUSHES[kind]}` : BRUSHES[kind],
    })),
  };
}

const brush = (key: string, color: string, opacity: number) => ({ key, color, opacity, lineWidth: 9 });
const COLOURS = { red: '#c8372d', green: '#1f8a4c', blue: '#2b6cb0', yellow: '#d9a514' };

function brushes() {
  const all = Object.entries(COLOURS).flatMap(([name, colour]) => [
    [name, brush(name[0]!, colour, 0.85)],
    [`pale${name}`, brush(`p${name[0]}`, colour, 0.4)],
  ]);
  return Object.fromEntries(all);
}

export interface BoardOptions {
  label: string;
  orientation?: 'white' | 'black';
  coordinates?: boolean;
  /** Moves can be made: called with their squares and what a pawn becomes. */
  onMove?: (from: string, to: string, promotion: string) => void;
  /** An arrow was drawn with the right button. */
  onArrow?: (from: string, to: string) => void;
}

export class Board {
  readonly element: HTMLElement;
  private readonly ground: Api;
  private chess: Chess | undefined;
  private shown = '';
  private readonly sized: Promise<void>;

  constructor(private readonly options: BoardOptions) {
    const square = h('div', { class: 'board-square' });
    this.element = h('div', { class: 'board', role: 'img', 'aria-label': options.label }, square);
    this.sized = new Promise((resolve) => {
      const observer = new ResizeObserver(([entry]) => {
        if (!entry?.contentRect.width) return;
        observer.disconnect();
        this.ground.redrawAll();
        resolve();
      });
      observer.observe(square);
    });
    this.ground = Chessground(square, {
      orientation: options.orientation ?? 'white',
      viewOnly: !options.onMove,
      coordinates: options.coordinates ?? true,
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 180 },
      movable: { free: false, showDests: true, events: { after: (from, to) => this.moved(from, to) } },
      drawable: {
        enabled: !!options.onArrow,
        brushes: brushes(),
        onChange: (shapes) => this.drawn(shapes),
      },
    });
  }

  /** Shows a position; pieces of `movable` can be moved. */
  show(fen: string, lastMove: string | undefined, movable: boolean): void {
    this.chess = position(fen);
    this.shown = fen;
    this.element.setAttribute('aria-label', `${this.options.label}: ${spoken(fen)}`);
    const turn = this.chess?.turn ?? 'white';
    this.ground.set({
      fen,
      turnColor: turn,
      check: !!this.chess?.isCheck(),
      ...(lastMove ? { lastMove: [lastMove.slice(0, 2), lastMove.slice(2, 4)] as Key[] } : { lastMove: [] }),
      movable: {
        color: turn,
        dests: movable && this.chess ? destinations(this.chess) : new Map(),
      },
    });
  }

  get fen(): string {
    return this.shown;
  }

  turn(orientation: 'white' | 'black'): void {
    this.ground.set({ orientation });
  }

  mark({ squares = {}, arrows = [] }: Marks): void {
    const custom = new Map<Key, string>();
    for (const [colour, names] of Object.entries(squares)) {
      for (const name of names ?? []) custom.set(name as Key, `mark-${colour}`);
    }
    this.ground.set({ highlight: { custom } });
    const shapes = arrows.map(({ from, to, brush }) => ({ orig: from as Key, dest: to as Key, brush }));
    // Arrows need the size of the board, which has none before it is in the page.
    this.sized.then(() => this.ground.setAutoShapes(shapes));
  }

  private drawn(shapes: DrawShape[]): void {
    const arrow = shapes.at(-1);
    if (arrow?.dest && this.options.onArrow) this.options.onArrow(arrow.orig, arrow.dest);
  }

  private moved(from: Key, to: Key): void {
    if (!this.chess || !this.options.onMove) return;
    if (!isPromotion(this.chess, from, to)) return this.options.onMove(from, to, '');
    const chess = this.chess;
    const dialog = h('dialog', { class: 'promotion', 'aria-label': 'What does the pawn become?' });
    for (const role of ['queen', 'rook', 'bishop', 'knight']) {
      const letter = role === 'knight' ? 'n' : role[0]!;
      const piece = h('span', { class: 'cg-wrap', 'aria-hidden': 'true' });
      const drawing = document.createElement('piece');
      drawing.className = `${role} ${chess.turn}`;
      piece.append(drawing);
      dialog.append(h('button', { type: 'button', value: letter, 'aria-label': role, onclick: () => dialog.close(letter) }, piece));
    }
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (dialog.returnValue) this.options.onMove?.(from, to, dialog.returnValue);
      else this.show(fenOf(chess), undefined, true);
    });
    document.body.append(dialog);
    dialog.showModal();
  }
}

/** A board that only shows; small ones have no room for coordinates. */
export function diagram(fen: string, label: string, marks: Marks, coordinates: boolean): HTMLElement {
  const board = new Board({ label, coordinates });
  board.show(fen, undefined, false);
  board.mark(marks);
  return board.element;
}

const NAMES: Record<string, string> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

/** A position for those who cannot see it: `White: king g1, pawns …`. */
function spoken(fen: string): string {
  const sides: Record<string, string[]> = { White: [], Black: [] };
  (fen.split(' ')[0] ?? '').split('/').forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else {
        const name = NAMES[letter.toLowerCase()];
        if (name) sides[letter === letter.toUpperCase() ? 'White' : 'Black']!.push(`${name} ${'abcdefgh'[file]}${8 - index}`);
        file += 1;
      }
    }
  });
  return Object.entries(sides).map(([side, pieces]) => `${side}: ${pieces.join(', ')}`).join('. ');
}
