import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@vitae/test/support/until';
import { watchFiles } from './watch-files.ts';

let root: string;
let stop: () => void = () => undefined;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vitae-watch-'));
  for (const folder of ['src/inner', 'assets', 'dist', 'node_modules/x'])
    mkdirSync(join(root, 'package', folder), { recursive: true });
  writeFileSync(join(root, 'package/package.json'), '{}');
  mkdirSync(join(root, 'docs/adr'), { recursive: true });
});
afterEach(() => {
  stop();
  rmSync(root, { recursive: true, force: true });
});

test('reports changed and new files of packages and other folders, but no tests, outputs, dependencies or temporary files', async () => {
  const seen = new Set<string>();
  stop = watchFiles(root, ['package', 'docs', 'missing'], (files) => {
    for (const file of files) seen.add(file);
  });
  const ignored = ['src/a.test.ts', 'src/.a.ts.swp', 'src/a.ts~', 'dist/a.js', 'node_modules/x/index.js'];
  for (const file of [...ignored, 'src/inner/a.ts', 'assets/site.css', '../docs/oauth.md'])
    writeFileSync(join(root, 'package', file), 'x');
  await until('the changes', () => seen.size >= 3);
  expect([...seen].toSorted()).toEqual(['docs/oauth.md', 'package/assets/site.css', 'package/src/inner/a.ts']);

  mkdirSync(join(root, 'package/src/new'));
  writeFileSync(join(root, 'package/src/new/b.ts'), 'x');
  await until('the file in the new folder', () => [...seen].some((file) => file.startsWith('package/src/new')));
});
