import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveData } from './archive-data.ts';
import { ensureMasterKeys } from './generated-keys.ts';
import { type Run, readRun, removeRun, writeRun } from './run-file.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitae-data-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const mode = (name: string) => (statSync(join(dataDir, name)).mode & 0o777).toString(8);

test('master keys are generated once and readable by their owner only', () => {
  const keys = ensureMasterKeys(dataDir, new Date('2026-11-21'));
  expect(keys).toMatch(/^local-2026:[A-Za-z0-9+/]{43}=$/);
  expect(ensureMasterKeys(dataDir, new Date('2027-01-01'))).toBe(keys);
  expect(mode('master-keys')).toBe('600');
});

test('run.json is readable by its owner only and removed at the end', () => {
  const run: Run = {
    gateways: ['http://localhost:8080'],
    mongodbUri: 'm',
    redisUrl: 'r',
    processes: [{ name: 'gateway-1', pid: 1, url: 'u' }],
  };
  writeRun(dataDir, run);
  expect(mode('run.json')).toBe('600');
  expect(readRun(dataDir)).toEqual(run);
  expect(readdirSync(dataDir)).toEqual(['run.json']);
  removeRun(dataDir);
  expect(readRun(dataDir)).toBeUndefined();
});

test('--fresh archives all data, and nothing if there is no data', () => {
  writeFileSync(join(dataDir, 'master-keys'), 'old');
  mkdirSync(join(dataDir, 'mongodb'));
  writeFileSync(join(dataDir, 'launcher.json'), '{}');
  const archive = archiveData(dataDir, new Date('2026-11-21T10:00:00Z')) as string;
  expect(readFileSync(join(archive, 'master-keys'), 'utf8')).toBe('old');
  expect(readdirSync(dataDir).toSorted()).toEqual(['launcher.json', 'old']);
  expect(archiveData(dataDir, new Date())).toBeUndefined();
});
