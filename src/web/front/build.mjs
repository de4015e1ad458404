// Bundles the page into ../dist, or into the folder given; with --static the page without a server, to which src/web/static-page
// adds the program. The same sources give the same bytes.
import { build } from 'esbuild';
import { copyFile, mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({ options: { static: { type: 'boolean' } }, allowPositionals: true });
const target = positionals[0] ?? '../dist';
const scripts = values.static ? { app: 'src/static/main.ts', worker: 'src/static/worker.ts' } : { app: 'src/main.ts' };
await mkdir(target, { recursive: true });
await build({
  entryPoints: { ...scripts, style: 'src/style.css' },
  outdir: target,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'eof',
  external: ['./morph.js'],
});
await copyFile('src/index.html', `${target}/index.html`);
await copyFile('src/icon.svg', `${target}/icon.svg`);
