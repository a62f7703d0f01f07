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

test('uses installed programs', async () => {
  program('redis-server');
  expect((await ensure([redis], root)).get(redis)).toBe(join(folder, 'redis-server'));
  expect(installed).toEqual([]);
});

test('installs all missing programs with one command', async () => {
  const programs = await ensure([redis, office], root);
  expect(installed).toEqual([['redis-server', 'libreoffice-writer-nogui', 'python3-uno']]);
  expect([...programs.values()]).toEqual([join(folder, 'redis-server'), join(folder, 'soffice')]);
});

test('shows the error of apt and the alternative', async () => {
  const browser: Requirement = {
    title: 'Browser',
    find: async () => undefined,
    apt: ['chromium-headless-shell'],
    download: 'npx get-a-browser',
  };
  const failing = { ...root, install: async () => Promise.reject(new Error('Unable to locate package')) };
  await expect(ensure([browser], failing)).rejects.toThrow(
    'Unable to locate package\nTo install Browser without apt: npx get-a-browser',
  );
});

test('shows the command to run if the user is not root', async () => {
  await expect(ensure([redis, office], notRoot)).rejects.toThrow(
    'sudo apt-get update && sudo apt-get install -y --no-install-recommends redis-server libreoffice-writer-nogui python3-uno',
  );
});

test('shows the command for macOS', async () => {
  await expect(ensure([redis, office], { ...notRoot, platform: 'darwin', hasApt: false })).rejects.toThrow(
    'brew install redis && brew install --cask libreoffice',
  );
});

test('uses the program that a setting names and rejects a wrong path', async () => {
  program('my-redis');
  expect((await ensure([redis], notRoot, { REDIS_SERVER_BINARY: join(folder, 'my-redis') })).get(redis)).toBe(
    join(folder, 'my-redis'),
  );
  await expect(ensure([redis], root, { REDIS_SERVER_BINARY: '/no/redis' })).rejects.toThrow(
    'REDIS_SERVER_BINARY is /no/redis, which is not a program.',
  );
});

test('warns about a missing optional program', async () => {
  program('redis-server');
  const warnings: string[] = [];
  const programs = await ensure(
    [redis, fonts],
    notRoot,
    {},
    { ...silentTerminal, warn: (text) => warnings.push(text) },
  );
  expect(programs.size).toBe(1);
  expect(warnings.join()).toContain('fonts-noto-cjk');
});
