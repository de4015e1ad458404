// Bundles the page into ../dist, or into the folder given. The same sources give the same bytes.
import { build } from 'esbuild';
import { copyFile, mkdir } from 'node:fs/promises';

const target = process.argv[2] ?? '../dist';
await mkdir(target, { recursive: true });
await build({
  entryPoints: { app: 'src/main.ts', style: 'src/style.css' },
  outdir: target,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'eof',
});
await copyFile('src/index.html', `${target}/index.html`);
await copyFile('src/icon.svg', `${target}/icon.svg`);
