// A page in a real browser: opened at two widths, and what holds for every view of it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const WIDTHS = [
  { width: 1400, height: 900, colorScheme: 'light' },
  { width: 400, height: 860, colorScheme: 'dark' },
];

/** Tests of the page at an address; `pictures` says of which views pictures are put into which folder. */
export async function browserTests(home, pictures) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  const results = [];

  /** Opens a page at a width, runs the test, and checks what holds for every view. */
  async function test(name, view, run, origin = home) {
    for (const { width, height, colorScheme } of WIDTHS) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
      const faults = [];
      page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
      page.on('pageerror', (fault) => faults.push(fault.message));
      page.on('request', (request) => {
        if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) faults.push(`asks ${request.url()}`);
      });
      const began = Date.now();
      await page.goto(origin + view);
      await run(page);
      const serious = await accessibility(page);
      assert.deepEqual(serious, [], `${name} at ${width}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${name} at ${width}: ${overflow} pixels too wide`);
      assert.deepEqual(faults, [], `${name} at ${width}`);
      if (pictures?.views.includes(name) && width > 1000) await page.screenshot({ path: join(pictures.folder, `${name}.png`) });
      results.push(`${name} at ${width}: ${Date.now() - began} ms`);
      await page.close();
    }
  }

  return { test, results, close: () => browser.close() };
}

/** Serious faults that axe finds. Its script is run by the debugger: the page itself allows no foreign one. */
async function accessibility(page) {
  await page.evaluate(await readFile(axe, 'utf8'));
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

/** Clicks a square of the first board, with White below. */
export async function square(page, name) {
  const box = await page.locator('.board cg-board').first().boundingBox();
  const [file, rank] = [name.charCodeAt(0) - 97, Number(name[1]) - 1];
  await page.mouse.click(box.x + ((file + 0.5) * box.width) / 8, box.y + ((7.5 - rank) * box.height) / 8);
}
