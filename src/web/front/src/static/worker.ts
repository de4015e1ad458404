// The program, off the thread that draws the page.

import type { Asked, Told } from './messages';
import init, { Morph } from './morph.js';

const MEMORY = 'memory.morph.gzip';

const tell = (told: Told): void => postMessage(told);

/** The requests that are answered without a server, by their addresses. */
const ANSWERS: Record<string, (morph: Morph, body: string) => string> = {
  about: (morph) => morph.about(),
  move: (morph, body) => morph.move(body),
  why: (morph, body) => morph.why(body),
  explain: (morph, body) => morph.explain(body),
  games: (morph, body) => morph.games(body),
  game: (morph, body) => morph.game(body),
  annotate: (morph, body) => morph.annotate(body),
  'annotate/page': (morph, body) => morph.annotatedPage(body),
  advise: (morph, body) => morph.advise(body),
};

function answer(morph: Morph, path: string, body = ''): string {
  const [address = '', query = ''] = path.split('?');
  if (address === 'patterns') return morph.patterns(query);
  const [view, id] = address.split('/');
  if (view === 'patterns' && id) return morph.pattern(decodeURIComponent(id));
  const found = ANSWERS[address];
  if (!found) throw new Error('This needs the program itself: `morph serve` shows it.');
  return found(morph, body);
}

/** The memory, decompressed as it arrives. */
async function memory(): Promise<Uint8Array> {
  const response = await fetch(new URL(MEMORY, import.meta.url));
  if (!response.ok || !response.body) throw new Error(`${MEMORY}: ${response.status} ${response.statusText}`);
  const total = Number(response.headers.get('content-length'));
  let loaded = 0;
  const counted = new TransformStream<BufferSource, BufferSource>({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      tell({ kind: 'loading', loaded, total });
      controller.enqueue(chunk);
    },
  });
  const bytes = response.body.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

const message = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));

async function serve(): Promise<void> {
  const [bytes] = await Promise.all([memory(), init()]);
  const morph = new Morph(bytes, 'the memory that comes with the program');
  onmessage = ({ data: { number, path, body } }: MessageEvent<Asked>) => {
    try {
      tell({ kind: 'answer', number, text: answer(morph, path, body) });
    } catch (fault) {
      // A panic leaves nothing to go on with.
      if (fault instanceof WebAssembly.RuntimeError) tell({ kind: 'broken', fault: message(fault) });
      else tell({ kind: 'problem', number, fault: message(fault) });
    }
  };
  tell({ kind: 'ready' });
}

serve().catch((fault: unknown) => tell({ kind: 'broken', fault: message(fault) }));
