// What the page and its worker tell one another.

/** A request of the page; `number` comes back with the answer. */
export interface Asked {
  number: number;
  path: string;
  body: string | undefined;
}

export type Told =
  /** Bytes of the memory that have arrived, of so many; 0 where the server does not say. */
  | { kind: 'loading'; loaded: number; total: number }
  | { kind: 'ready' }
  /** The program cannot be used. */
  | { kind: 'broken'; fault: string }
  | { kind: 'answer'; number: number; text: string }
  | { kind: 'problem'; number: number; fault: string };
