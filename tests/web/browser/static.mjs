// The page without a server in a real browser. Argument: the folder that src/web/static-page has made.
//
// A trivial server gives out its files below a path. A game is played, with reasons and a question why not; a position and a
// game are analysed, patterns searched, an endgame defended; no errors in the console, nothing from other hosts.

import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { browserTests, square } from './page.mjs';

const [folder] = process.argv.slice(2);
const PATH = '/some/path/';
const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
/** What was asked for and is not there. */
const absent = [];

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  const name = pathname.startsWith(PATH) ? pathname.slice(PATH.length) || 'index.html' : undefined;
  const file = name && /^[\w.]+$/.test(name) ? join(folder, name) : undefined;
  const size = file && (await stat(file).catch(() => undefined))?.size;
  if (size === undefined) {
    absent.push(pathname);
    return response.writeHead(404).end();
  }
  response.writeHead(200, { 'content-type': KINDS[extname(name)] ?? 'application/octet-stream', 'content-length': size });
  createReadStream(file).pipe(response);
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const { test, results, close } = await browserTests(`http://127.0.0.1:${server.address().port}${PATH}`);

try {
  await test('play and ask why not', '#/play?seed=3', async (page) => {
    await page.getByText('Your move').waitFor();
    assert.deepEqual(await page.locator('nav a').allTextContents(), ['Play', 'Analyse', 'Patterns', 'Endgame']);
    await square(page, 'e2');
    await square(page, 'e4');
    await page.locator('.thoughts .reasons').waitFor();
    await page.locator('.pattern-list .pointed').first().hover();
    await page.locator('.question select').selectOption({ index: 1 });
    await page.locator('.answer .comparison').waitFor();
    await page.getByText(/patterns from [\d,]+ games/).waitFor();
  });
  await test('a position', '#/analyse?fen=r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1%20w%20-%20-%200%201', async (page) => {
    await page.locator('.explanation .assessment').waitFor();
    assert.equal(await page.getByText('Games like this').count(), 0, 'there is no library');
  });
  await test('a game', '#/analyse', async (page) => {
    await page.getByRole('button', { name: 'Try Anderssen' }).click();
    await page.locator('.key-moments li button').first().click({ timeout: 60_000 });
    await page.locator('.explanation .assessment').waitFor();
    await page.waitForFunction(() => !document.querySelector('.waiting'));
  });
  await test('patterns', '#/patterns?q=fork', async (page) => {
    await page.locator('.pattern-card .card-link').first().click();
    await page.locator('.pattern-title').waitFor();
    assert.equal(await page.getByText('checkpoints').count(), 0, 'there are no runs');
  });
  await test('a pattern that is none', '#/patterns/g999999999', async (page) => {
    await page.getByText('there is no pattern').waitFor();
  });
  await test('endgame', '#/endgame/krk', async (page) => {
    await page.getByText('Your move').waitFor();
    await page.getByLabel('Type a move').fill('Kd6');
    await page.keyboard.press('Enter');
    await page.locator('.moves button').nth(2).waitFor();
  });
  assert.deepEqual(absent, []);
  console.log(results.join('\n'));
} finally {
  await close();
  server.close();
}
