// Fifty clients at once: node tests/web/load.mjs ADDRESS [SECONDS] [PID OF THE SERVER]. Prints times and memory; fails on an error.
// A server without a library or an opponent is not asked for them.

import { readFile } from 'node:fs/promises';

const [origin, seconds = '60', pid] = process.argv.slice(2);
const CLIENTS = 50;
const FENS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1',
  'r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 10',
];
const WORDS = ['check', 'rook', 'passed pawn', 'knight fork', 'hang'];

const json = (path, body) => [path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }];
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const requests = {
  page: () => ['app.js', {}],
  explain: () => json('api/v1/explain', { fen: pick(FENS) }),
  move: () => json('api/v1/move', { fen: pick(FENS), moves: [], noise: 1, seed: Math.floor(Math.random() * 1e6) }),
  search: () => [`api/v1/patterns?ideas=true&q=${encodeURIComponent(pick(WORDS))}`, {}],
  pattern: () => [`api/v1/patterns/g${Math.floor(Math.random() * 3000)}`, {}],
  training: () => ['api/v1/training', {}],
};
const about = await (await fetch(`${origin}api/v1/about`)).json();
const [opponent] = await (await fetch(`${origin}api/v1/opponents`)).json();
if (about.library) requests.similar = () => json('api/v1/similar', { fen: pick(FENS) });
if (opponent) {
  requests.predict = () => json('api/v1/predict', { fen: pick(FENS), moves: [], opponent: opponent.number });
  requests.prepare = () => json(`api/v1/opponents/${opponent.number}/position`, { moves: ['e2e4'], side: 'black' });
}

const resident = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
const times = Object.fromEntries(Object.keys(requests).map((name) => [name, []]));
const faults = [];
const end = Date.now() + 1000 * Number(seconds);

async function client() {
  while (Date.now() < end) {
    const name = pick(Object.keys(requests));
    const [path, init] = requests[name]();
    const began = performance.now();
    try {
      const response = await fetch(origin + path, init);
      await response.arrayBuffer();
      if (response.status >= 500) faults.push(`${path}: ${response.status}`);
    } catch (fault) {
      faults.push(`${path}: ${fault}`);
    }
    times[name].push(performance.now() - began);
  }
}

async function watch() {
  while (pid && Date.now() < end) {
    console.log(`memory ${Math.round(await resident())} MB`);
    await new Promise((resolve) => setTimeout(resolve, (1000 * Number(seconds)) / 6));
  }
}

await Promise.all([watch(), ...Array.from({ length: CLIENTS }, client)]);
for (const [name, all] of Object.entries(times)) {
  all.sort((a, b) => a - b);
  console.log(`${name}: ${all.length} answers, median ${Math.round(all[all.length >> 1])} ms, 99 % ${Math.round(all[Math.floor(all.length * 0.99)])} ms`);
}
console.log(`${faults.length} faults`, faults.slice(0, 5));
process.exit(faults.length ? 1 : 0);
