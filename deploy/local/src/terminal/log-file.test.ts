import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLogFile } from './log-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitae-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('keeps the last two files, each below the limit', async () => {
  const file = join(folder, 'gateway-1.log');
  const log = openLogFile(file, 100);
  for (let line = 0; line < 50; line += 1) log.write(`line ${String(line).padStart(3, '0')}\n`);
  await log.close();
  expect(readdirSync(folder).toSorted()).toEqual(['gateway-1.log', 'gateway-1.log.1']);
  expect(statSync(file).size).toBeLessThanOrEqual(100);
  expect(statSync(`${file}.1`).size).toBeLessThanOrEqual(100);
  expect(readFileSync(file, 'utf8')).toMatch(/line 049\n$/);
});

test('counts the output of an earlier run', async () => {
  const file = join(folder, 'existing.log');
  const first = openLogFile(file, 100);
  first.write(`${'a'.repeat(80)}\n`);
  await first.close();
  const second = openLogFile(file, 100);
  second.write(`${'b'.repeat(80)}\n`);
  await second.close();
  expect(readFileSync(file, 'utf8')).toBe(`${'b'.repeat(80)}\n`);
});

test('ignores errors when the log cannot be written', async () => {
  const log = openLogFile(join(folder, 'no-such-folder', 'x.log'));
  log.write('lost');
  await expect(log.close()).resolves.toBeUndefined();
  expect(existsSync(join(folder, 'no-such-folder'))).toBe(false);
});
