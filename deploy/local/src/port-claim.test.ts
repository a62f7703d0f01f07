import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimPort } from './port-claim.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitae-claims-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Nobody can have this process number: it is above the kernel's largest.
const ENDED = 2 ** 30;

test('a port is claimed by one launcher alone', () => {
  expect(claimPort(1000, process.pid, folder)).toBe(true);
  expect(claimPort(1000, process.ppid, folder)).toBe(false);
  expect(claimPort(1001, process.ppid, folder)).toBe(true);
});

test('the claim of a launcher that ended counts no more', () => {
  expect(claimPort(1002, ENDED, folder)).toBe(true);
  expect(claimPort(1002, process.pid, folder)).toBe(true);
  expect(claimPort(1002, process.ppid, folder)).toBe(false);
});
