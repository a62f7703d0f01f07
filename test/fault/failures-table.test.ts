import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** `file` › `title`, as the last column of the table has them. */
const TEST = /`([\w/.-]+\.test\.tsx?)` › `([^`]+)`/g;

async function rows(): Promise<string[]> {
  const page = await readFile(join(root, 'deploy/FAILURES.md'), 'utf8');
  return page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Fault|Change)/.test(line));
}

/** What follows `test(` or the closing of a `test.each(…)(`: a text of the title alone is not a test. */
function titlesIn(source: string): string[] {
  return [...source.matchAll(/(?:\b(?:test|it)|\))\(\s*(['"`])(.+?)\1,/g)].map(([, , title = '']) => title);
}

test('every row of FAILURES.md names a test that is there', async () => {
  const all = await rows();
  expect(all.length).toBeGreaterThan(10);
  const wrong: string[] = [];
  for (const row of all) {
    const named = [...row.matchAll(TEST)];
    if (named.length === 0) wrong.push(row);
    for (const [, file = '', title = ''] of named) {
      const source = await readFile(join(root, file), 'utf8').catch(() => '');
      if (!titlesIn(source).some((one) => one.includes(title))) wrong.push(`${file} › ${title}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('what changes while the system lives has its rows, of whole systems too', async () => {
  const changes = (await rows()).filter((row) =>
    /^\| (Each process|Replicas|Master keys|Service keys|A dump) /.test(row),
  );
  expect(changes).toHaveLength(5);
  const named = new Set(changes.flatMap((row) => [...row.matchAll(TEST)].map(([, file]) => file)));
  for (const name of ['fault/rolling-restart', 'fault/replicas', 'e2e/rotation', 'e2e/backup'])
    expect([...named]).toContain(`test/${name}.test.ts`);
});

test('every file of fault tests is in FAILURES.md', async () => {
  const page = await readFile(join(root, 'deploy/FAILURES.md'), 'utf8');
  const files = (await readdir(join(root, 'test/fault'))).filter((name) => name.endsWith('.test.ts'));
  expect(files.filter((name) => name !== 'failures-table.test.ts' && !page.includes(`test/fault/${name}`))).toEqual([]);
});
