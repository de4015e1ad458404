// What bindgen writes for src/web/wasm, as far as the worker uses it.

/** Compiles the program, which stands beside the script. */
export default function init(): Promise<unknown>;

/** See src/web/wasm/src/lib.rs. */
export class Morph {
  constructor(memory: Uint8Array, name: string);
  about(): string;
  move(request: string): string;
  why(request: string): string;
  explain(request: string): string;
  games(request: string): string;
  game(request: string): string;
  annotate(request: string): string;
  annotatedPage(request: string): string;
  patterns(query: string): string;
  pattern(id: string): string;
  advise(request: string): string;
}
