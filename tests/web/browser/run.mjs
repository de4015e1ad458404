// The page in a real browser. Arguments: the program, and a folder for pictures of the views (optional).
//
// Plays a game to mate by clicking, steps through a dropped game, searches a pattern and walks to two neighbours, watches a
// run grow, walks through an opponent's openings, at both widths; no errors in the console, nothing from other hosts, no
// serious fault of accessibility.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserTests, square } from './page.mjs';

const [program, pictures] = process.argv.slice(2);
/** Its tags are markup; the page has to show them as text. */
const HOSTILE = `[White "Morphy <b>bold</b>"]
[Black "<img src=x onerror=document.title='hacked'>"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7
12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;
/** Views of which pictures are taken. */
const SHOWN = ['play', 'analyse', 'patterns', 'training', 'library', 'endgame'];

/** Starts a command and waits for the address that it prints. */
function started(...args) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const found = new Promise((resolve, reject) => {
    let text = '';
    const read = (bytes) => {
      text += bytes;
      const match = /http:\/\/[^\s#]+/.exec(text);
      if (match) resolve(match[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', () => reject(new Error(`${args.join(' ')} has ended: ${text}`)));
  });
  return { child, found };
}

/** Games of a player who loses the King's Gambit with Black and wins the others. */
function opponentGames() {
  const game = (round, moves, result) => `[Round "${round}"]\n[White "Ben"]\n[Black "Anna <i>Model"]\n[Result "${result}"]\n\n${moves} ${result}\n`;
  return Array.from({ length: 10 }, (_, round) =>
    round < 6
      ? game(round, '1. e4 e5 2. f4 exf4 3. Nf3 g5 4. h4 g4 5. Ne5 Nf6 6. d4 d6 7. Nd3 Nxe4 8. Bxf4', '1-0')
      : game(round, '1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O', '0-1')).join('\n');
}

const folder = await mkdtemp(join(tmpdir(), 'morph-page-'));
const runs = join(folder, 'runs');
const library = join(folder, 'library');
const games = new URL('../../../patterns/annotated/', import.meta.url).pathname;
const files = (await readdir(games)).filter((name) => name.endsWith('.pgn')).map((name) => join(games, name));
execFileSync(program, ['library', 'add', ...files, '--to', library], { stdio: 'ignore' });
const model = join(folder, 'anna.adv');
await writeFile(join(folder, 'anna.pgn'), opponentGames());
execFileSync(program, ['opponent', 'learn', join(folder, 'anna.pgn'), '--player', 'Anna <i>Model', '--draws', '-o', model], { stdio: 'ignore' });
const kept = join(folder, 'kept', 'run');
execFileSync(program, ['train', '--games', '40', '--keep-every', '10', '--quiet', '--run', kept], { stdio: 'ignore' });
const server = started('serve', '--port', '0', '--runs', runs, '--library', library, '--opponent', model);
const trained = started('serve', '--port', '0', '--runs', join(folder, 'kept'), '--memory', join(kept, 'memory.morph'));
const training = started('train', '--serve', '0', '--games', '100000', '--threads', '1', '--quiet', '--run', join(folder, 'served'));
const trainer = spawn(program, ['train', '--games', '4000', '--threads', '1', '--quiet', '--run', join(runs, 'live')], { stdio: 'ignore' });

const home = await server.found;
const { test, results, close } = await browserTests(home, pictures && { folder: pictures, views: SHOWN });
try {
  // Two rooks against a king: each move of ours leaves only one good answer, and the last is mate whatever it plays.
  await test('mate', '#/play?fen=7k/8/8/8/8/8/R7/1R5K%20w%20-%20-%200%201&seed=1', async (page) => {
    await page.getByText('Your move').waitFor();
    for (const [from, to, moves] of [['a2', 'a7', 2], ['b1', 'b8', 3]]) {
      await square(page, from);
      await square(page, to);
      await page.locator('.moves button').nth(moves - 1).waitFor();
    }
    await page.getByText('Checkmate: you win').waitFor();
  });
  await test('play', '#/play?moves=e2e4&seed=3', async (page) => {
    await page.locator('.thoughts .reasons').waitFor();
    await page.locator('.pattern-list .pointed').first().hover();
    await page.locator('.question select').selectOption({ index: 1 });
    await page.locator('.answer .comparison').waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Make a move').waitFor();
    await page.getByLabel('Type a move').fill('d4');
    await page.keyboard.press('Enter');
    await page.locator('.thoughts .reasons').waitFor();
    await page.locator('.pattern-list .pointed').last().hover();
  });
  await test('drop', '#/analyse', async (page) => {
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'game.pgn'));
      return transfer;
    }, HOSTILE);
    await page.dispatchEvent('main', 'drop', { dataTransfer: data });
    await page.locator('.game-title').waitFor();
    assert.ok((await page.locator('.game-title').textContent()).includes('<b>bold</b>'), 'tags are text');
    for (let step = 0; step < 18; step += 1) await page.keyboard.press('ArrowRight');
    await page.locator('.moves [aria-current]', { hasText: 'b5' }).waitFor();
    await page.locator('.explanation .assessment').waitFor();
    await page.locator('.key-moments li, .key-moments .quiet:not(:text("Looking"))').first().waitFor({ timeout: 60_000 });
    assert.notEqual(await page.title(), 'hacked');
  });
  await test('analyse', '#/analyse', async (page) => {
    await page.getByRole('button', { name: 'Try Anderssen' }).click();
    await page.locator('.key-moments li button').first().click({ timeout: 60_000 });
    await page.locator('.explanation .assessment').waitFor();
    await page.locator('.moves button', { hasText: 'Bxd3' }).click();
    await page.getByRole('button', { name: /^Why / }).click();
    await page.locator('.better .comparison').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.explanation .assessment').waitFor();
    await page.waitForFunction(() => !document.querySelector('.waiting'));
    await page.locator('.key-moments li button').first().click();
    const shown = () => page.locator('.board').first().getAttribute('aria-label');
    const before = await shown();
    await page.locator('.line', { hasText: 'Better' }).locator('button').first().hover();
    assert.notEqual(await shown(), before, 'the better line is shown');
    await page.locator('h1').hover();
    assert.equal(await shown(), before);
    await page.waitForFunction(() => !document.querySelector('.waiting'));
  });
  await test('forced line', `#/analyse?fen=${encodeURIComponent('1Q6/1p5k/2p2pq1/8/7P/2P5/6PK/8 w - - 0 1')}`, async (page) => {
    await page.locator('.assessment', { hasText: 'White wins two pawns by force: 1.' }).waitFor();
    const shown = () => page.locator('.board').first().getAttribute('aria-label');
    const [before, moves] = [await shown(), page.locator('.assessment button')];
    assert.deepEqual(await moves.allTextContents(), ['Qxb7+', 'Kh6', 'Qxc6']);
    await moves.last().click();
    const after = await shown();
    assert.notEqual(after, before);
    await page.locator('h1').hover();
    assert.equal(await shown(), after, 'a move that was clicked stays');
    await moves.last().click();
    assert.equal(await shown(), before);
  });
  await test('several games', '#/analyse', async (page) => {
    await page.getByLabel('Game or position').fill(`${HOSTILE}\n\n[White "Broken"]\n\n1. e4 e4 *\n\n[White "Fool"]\n[Black "Mate"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n`);
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.getByLabel('3 games').selectOption('3');
    await page.locator('.game-title', { hasText: 'Fool – Mate' }).waitFor();
    await page.getByRole('button', { name: 'Previous game' }).click();
    await page.locator('.game-title', { hasText: '<b>bold</b>' }).waitFor();
    await page.getByRole('button', { name: 'Next game' }).click();
    await page.locator('.game-title', { hasText: 'Fool – Mate' }).waitFor();
    await page.locator('.key-moments li button').first().waitFor({ timeout: 60_000 });
    for (const [button, name, text] of [['Save as a page', 'Fool-Mate.html', 'Qh4#'], ['Save as PGN', 'Fool-Mate.pgn', 'Better']]) {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
      assert.equal(file.suggestedFilename(), name);
      assert.ok((await readFile(await file.path(), 'utf8')).includes(text), name);
    }
  });
  await test('walk', '#/patterns', async (page) => {
    await page.locator('.pattern-card').first().waitFor();
    await page.getByLabel('Search in words').fill('check king flight');
    await page.waitForFunction(() => /^\d[\d,]* ideas?$/.test(document.querySelector('.status').textContent) && location.hash.includes('check'));
    await page.locator('.pattern-card .card-link').first().click();
    await page.locator('.pattern-title').waitFor();
    for (let step = 0; step < 2; step += 1) {
      const before = await page.locator('.crumbs').textContent();
      await page.locator('.neighbours .card-link').first().click();
      await page.waitForFunction((text) => document.querySelector('.crumbs') && document.querySelector('.crumbs').textContent !== text, before);
    }
  });
  await test('patterns', '#/patterns', async (page) => {
    await page.locator('.pattern-card').nth(5).waitFor();
  });
  await test('training', '#/training/live', async (page) => {
    await page.locator('.games li').first().waitFor({ timeout: 60_000 });
    const games = async () => Number((await page.locator('.status').textContent()).replaceAll(',', '').match(/^\d+/)?.[0] ?? 0);
    const before = await games();
    await page.waitForFunction((n) => Number((document.querySelector('.status').textContent.replaceAll(',', '').match(/^\d+/) ?? [0])[0]) > n, before, { timeout: 60_000 });
    assert.ok((await games()) > before);
    assert.equal(await page.locator('.curve canvas').count(), 4);
  });
  await test('start and stop', '#/training', async (page) => {
    await page.getByLabel('Plan').selectOption('player-moves');
    await page.getByLabel('Games of each run').fill('100000');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/training\/player-moves/);
    await page.locator('.games li').first().waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('resume with').waitFor({ timeout: 60_000 });
    await page.reload();
    await page.locator('.newest .pattern-card').first().waitFor();
    await page.locator('.state.stopped').first().waitFor();
  });
  await test('train --serve', '#/training', async (page) => {
    await page.locator('.state.running').waitFor();
    await page.locator('.games li').first().waitFor({ timeout: 60_000 });
    assert.equal(await page.getByRole('button', { name: 'Start' }).count(), 0, 'one run only');
  }, await training.found);
  await test('weight over training', '#/patterns?sort=age', async (page) => {
    await page.locator('.pattern-card .card-link').first().click();
    await page.getByText('checkpoints of the run run').waitFor();
    await page.getByText('Numbers').click();
    assert.ok((await page.locator('.curve.plain ~ details tbody tr').count()) >= 3);
    await page.locator('.curve.plain canvas').waitFor();
  }, await trained.found);
  await test('endgame', '#/endgame/krk', async (page) => {
    await page.getByText('Your move').waitFor();
    await page.getByLabel('Type a move').fill('Kd6');
    await page.keyboard.press('Enter');
    await page.locator('.moves button').nth(2).waitFor();
    await page.getByText('against the longest defence').waitFor();
  });
  await test('library', '#/library', async (page) => {
    await page.locator('.pattern-card .pointed').first().hover();
    await page.getByText('scored').waitFor();
  });
  await test('opponent', '#/opponent', async (page) => {
    const shown = () => page.locator('.board').first().getAttribute('aria-label');
    await page.getByText('What to play').waitFor();
    await page.locator('.branches button', { hasText: /^e4$/ }).first().click();
    await page.getByText('What Anna <i>Model will play').waitFor();
    await page.locator('h1').hover();
    const before = await shown();
    await page.locator('.predicted button').first().hover();
    assert.notEqual(await shown(), before, 'a predicted move is shown');
    await page.locator('h1').hover();
    await page.locator('.branches button', { hasText: /^e5$/ }).click();
    await page.locator('.branches button', { hasText: /^f4$/ }).first().waitFor();
    assert.ok(page.url().includes('moves=e2e4%2Ce7e5'), page.url());
    await page.keyboard.press('ArrowLeft');
    await page.locator('.predicted').first().waitFor();
    await page.locator('.weak-lines button').first().click();
    await page.getByText('6 of their games with Black came here: +0 =0 −6').waitFor();
    await page.locator('.sheet .board').first().waitFor();
    await page.getByText('Tactics they fall for').waitFor();
  });
  await test('opponent game', '#/analyse?opponent=1&game=0&ply=3', async (page) => {
    await page.locator('.move-list-box button[aria-current]').waitFor();
    const moves = await page.locator('.move-list-box button').evaluateAll((buttons) => buttons.map((button) => button.ariaCurrent));
    assert.equal(moves.indexOf('true'), 2, 'the game is shown after its third half-move');
  });
  for (const [address, told] of [
    ['#/nosuch', 'no view “nosuch”'],
    ['#/training/nosuch', 'no run “nosuch”'],
    ['#/endgame/nosuch', 'no endgame “nosuch”'],
    ['#/play?fen=nosuch', '“nosuch” is no position'],
  ]) {
    await test(`damaged address ${address}`, address, (page) => page.getByRole('alert').filter({ hasText: told }).waitFor());
  }
  await test('the board stays in sight', '#/analyse', async (page) => {
    await page.getByRole('button', { name: 'Try Anderssen' }).click();
    await page.locator('.explanation .assessment').waitFor();
    await page.locator('.explanation').evaluate((element) => element.scrollIntoView());
    const [board, text] = await Promise.all(['.board', '.explanation'].map((name) => page.locator(name).first().boundingBox()));
    const isBeside = text.x >= board.x + board.width;
    assert.ok(isBeside || (board.y >= 0 && text.y >= board.y + board.height), 'beside the text or above it');
  });
  await test('no opponent', '#/opponent/7', async (page) => {
    await page.getByText('morph opponent learn').waitFor();
  });
  console.log(results.join('\n'));
} finally {
  await close();
  await Promise.all([trainer, server.child, trained.child, training.child].map((child) => new Promise((ended) => child.once('exit', ended).kill())));
  await rm(folder, { recursive: true, force: true });
}
