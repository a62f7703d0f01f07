import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** `file` › `title` in the last column of a table. */
const CITATION = /`([\w/.-]+\.test\.tsx?)` › `([^`]+)`/g;

async function rows(): Promise<string[]> {
  const page = await readFile(join(root, 'deploy/FAILURES.md'), 'utf8');
  return page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Fault|Change)/.test(line));
}

/** Returns the string after each `test(` or `test.each(…)(`. */
function titlesIn(source: string): string[] {
  return [...source.matchAll(/(?:\b(?:test|it)|\))\(\s*(['"`])(.+?)\1,/g)].map(([, , title = '']) => title);
}

test('every row of FAILURES.md cites an existing test', async () => {
  const all = await rows();
  expect(all.length).toBeGreaterThan(10);
  const wrong: string[] = [];
  for (const row of all) {
    const cited = [...row.matchAll(CITATION)];
    if (cited.length === 0) wrong.push(row);
    for (const [, file = '', title = ''] of cited) {
      const source = await readFile(join(root, file), 'utf8').catch(() => '');
      if (!titlesIn(source).some((one) => one.includes(title))) wrong.push(`${file} › ${title}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('every system-wide change has a row with a test of the whole system', async () => {
  const changes = (await rows()).filter((row) =>
    /^\| (Each process|Replicas|Master keys|Service keys|All databases are lost) /.test(row),
  );
  expect(changes).toHaveLength(5);
  const cited = new Set(changes.flatMap((row) => [...row.matchAll(CITATION)].map(([, file]) => file)));
  for (const name of ['fault/rolling-restart', 'fault/replicas', 'e2e/rotation', 'e2e/backup'])
    expect([...cited]).toContain(`test/${name}.test.ts`);
});

test('every fault test is cited in FAILURES.md', async () => {
  const page = await readFile(join(root, 'deploy/FAILURES.md'), 'utf8');
  const files = (await readdir(join(root, 'test/fault'))).filter((name) => name.endsWith('.test.ts'));
  expect(files.filter((name) => name !== 'failures-table.test.ts' && !page.includes(`test/fault/${name}`))).toEqual([]);
});
