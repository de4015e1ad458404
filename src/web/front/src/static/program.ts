// Requests to the program in a worker, one at a time: what nobody waits for any more is not begun.

import { Problem, type Transport } from '../transport';
import type { Asked, Told } from './messages';

interface Waiting {
  path: string;
  body: string | undefined;
  signal: AbortSignal | undefined;
  resolve: (text: string) => void;
  reject: (fault: unknown) => void;
}

/** Starts the program; `loading` is told how many bytes of its memory have arrived, of how many, 0 if that is not known. */
export function startProgram(loading: (loaded: number, total: number) => void): Promise<Transport> {
  const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  const queue: Waiting[] = [];
  let asked: Waiting | undefined;
  let number = 0;
  let broken: Problem | undefined;

  function next(): void {
    if (asked) return;
    asked = queue.shift();
    if (!asked) return;
    const { path, body } = asked;
    worker.postMessage({ number: (number += 1), path, body } satisfies Asked);
  }

  function done(finish: (waiting: Waiting) => void): void {
    if (asked) finish(asked);
    asked = undefined;
    next();
  }

  function breakDown(fault: string): Problem {
    broken = new Problem(`The program has failed: ${fault}. Load the page again.`);
    [asked, ...queue.splice(0)].forEach((waiting) => waiting?.reject(broken));
    asked = undefined;
    return broken;
  }

  const transport: Transport = (path, body, signal) =>
    new Promise((resolve, reject) => {
      if (broken) return reject(broken);
      const waiting = { path, body, signal, resolve, reject };
      signal?.addEventListener('abort', () => {
        const place = queue.indexOf(waiting);
        if (place >= 0) queue.splice(place, 1);
        reject(signal.reason);
      });
      queue.push(waiting);
      next();
    });

  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(breakDown(event.message || 'the worker cannot be loaded'));
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.kind === 'loading') loading(data.loaded, data.total);
      else if (data.kind === 'ready') resolve(transport);
      else if (data.kind === 'broken') reject(breakDown(data.fault));
      else if (data.number === number) done(({ resolve, reject }) => (data.kind === 'answer' ? resolve(data.text) : reject(new Problem(data.fault))));
    };
  });
}
