import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPortClaims } from './port-claims.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'vitae-claims-')), 'ports');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

test('a port can be claimed once until it is released', () => {
  const one = openPortClaims(folder);
  const other = openPortClaims(folder);
  expect([one.claim(15051), one.claim(15051), other.claim(15051), other.claim(15052)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  one.release();
  expect(other.claim(15051)).toBe(true);
  other.release();
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['from a killed launcher', JSON.stringify({ pid: process.pid, start: 'long ago' })],
  ['that is incomplete', '{"pid":'],
])('a claim %s is ignored', (_what, record) => {
  const claims = openPortClaims(folder);
  writeFileSync(join(folder, '15051'), record);
  expect(claims.claim(15051)).toBe(true);
  claims.release();
  expect(existsSync(join(folder, '15051'))).toBe(false);
});
