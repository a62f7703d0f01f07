import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../settings.ts';
import { silentTerminal, type Terminal } from '../terminal/terminal.ts';
import { ensurePrograms, type Installer } from './ensure-programs.ts';
import type { Requirement } from './requirements.ts';
import { which } from './which.ts';

let folder: string;
let installed: string[][];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitae-programs-'));
  installed = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = (name: string) => {
  writeFileSync(join(folder, name), '#!/bin/sh\n');
  chmodSync(join(folder, name), 0o755);
};
const redis: Requirement = {
  title: 'Redis',
  setting: 'REDIS_SERVER_BINARY',
  find: async () => which(['redis-server'], folder),
  apt: ['redis-server'],
  macos: 'brew install redis',
};
const office: Requirement = {
  title: 'LibreOffice',
  find: async () => which(['soffice'], folder),
  apt: ['libreoffice-writer-nogui', 'python3-uno'],
  macos: 'brew install --cask libreoffice',
};
const fonts: Requirement = { title: 'Fonts', optional: true, find: async () => undefined, apt: ['fonts-noto-cjk'] };
const root: Installer = {
  canInstall: () => true,
  install: async (packages) => {
    installed.push(packages);
    for (const name of packages) program(name === 'libreoffice-writer-nogui' ? 'soffice' : name);
  },
  hasApt: true,
  platform: 'linux',
};
const notRoot: Installer = { ...root, canInstall: () => false };
const ensure = (
  needed: Requirement[],
  installer: Installer,
  env: NodeJS.ProcessEnv = {},
  terminal: Terminal = silentTerminal,
) =>
  ensurePrograms(needed, {
    settings: readSettings(env, '/vitae'),
    terminal,
    logFile: join(folder, 'apt.log'),
    installer,
  });

test('what is there is used, and nothing is installed', async () => {
  program('redis-server');
  expect((await ensure([redis], root)).get(redis)).toBe(join(folder, 'redis-server'));
  expect(installed).toEqual([]);
});

test('all that is missing is installed in one call', async () => {
  const found = await ensure([redis, office], root);
  expect(installed).toEqual([['redis-server', 'libreoffice-writer-nogui', 'python3-uno']]);
  expect([...found.values()]).toEqual([join(folder, 'redis-server'), join(folder, 'soffice')]);
});

test('when apt fails, its words are shown, and the way round it', async () => {
  const browser: Requirement = {
    title: 'Browser',
    find: async () => undefined,
    apt: ['chromium-headless-shell'],
    download: 'npx get-a-browser',
  };
  const failing = { ...root, install: async () => Promise.reject(new Error('Unable to locate package')) };
  await expect(ensure([browser], failing)).rejects.toThrow(
    'Unable to locate package\nBrowser can also be got so: npx get-a-browser',
  );
});

test('where we may not install, the one line to type is said', async () => {
  await expect(ensure([redis, office], notRoot)).rejects.toThrow(
    'sudo apt-get update && sudo apt-get install -y --no-install-recommends redis-server libreoffice-writer-nogui python3-uno',
  );
});

test('on macOS it is the line for macOS', async () => {
  await expect(ensure([redis, office], { ...notRoot, platform: 'darwin', hasApt: false })).rejects.toThrow(
    'brew install redis && brew install --cask libreoffice',
  );
});

test('a setting names the program; a wrong one is told', async () => {
  program('my-redis');
  expect((await ensure([redis], notRoot, { REDIS_SERVER_BINARY: join(folder, 'my-redis') })).get(redis)).toBe(
    join(folder, 'my-redis'),
  );
  await expect(ensure([redis], root, { REDIS_SERVER_BINARY: '/no/redis' })).rejects.toThrow(
    'REDIS_SERVER_BINARY is /no/redis, and no program is there.',
  );
});

test('what the system can do without is a warning, not an end', async () => {
  program('redis-server');
  const warnings: string[] = [];
  const found = await ensure([redis, fonts], notRoot, {}, { ...silentTerminal, warn: (text) => warnings.push(text) });
  expect(found.size).toBe(1);
  expect(warnings.join()).toContain('fonts-noto-cjk');
});
