import { RENAMED_SETTINGS } from '@vitae/kit/setting-names';
import { previousProto, readPreviousRelease } from './previous-release.ts';
import { buf, currentContracts } from './release-contracts.ts';
import { incompatibilities, type JsonSchema } from './schema-compatibility.ts';

// During an upgrade and a rollback, processes of the previous release and of this one run next to each other.

const previous = readPreviousRelease();
const current = currentContracts();
const NONE: JsonSchema = {};

test('processes of the previous release can call the gRPC methods of this one', async () => {
  await expect(buf('breaking', '--against', previousProto)).resolves.toBeUndefined();
});

describe.each(Object.keys(previous.exportJobs.$defs))('%s of the export queue', (name) => {
  const [earlier = NONE, later = NONE] = [previous.exportJobs.$defs[name], current.exportJobs.$defs[name]];

  test('of the previous release is valid', () => {
    expect(current.exportJobs.$defs).toHaveProperty(name);
    expect(incompatibilities(earlier, later)).toEqual([]);
  });

  test('is valid for the previous release', () => {
    expect(incompatibilities(later, earlier)).toEqual([]);
  });
});

test('the previous release has export jobs, settings and operations', () => {
  expect(Object.keys(previous.exportJobs.$defs).length).toBeGreaterThan(5);
  expect(Object.values(previous.settings).flat().length).toBeGreaterThan(100);
  expect(previous.operations.length).toBeGreaterThan(50);
});

test.each(Object.keys(previous.settings))('the %s accepts the settings of the previous release', (process) => {
  const renamed = (name: string) => (RENAMED_SETTINGS as Record<string, string>)[name] ?? name;
  expect(current.settings[process]).toEqual(expect.arrayContaining(previous.settings[process]?.map(renamed) ?? []));
});

test('the APIs have every operation of the previous release', () => {
  expect(current.operations).toEqual(expect.arrayContaining(previous.operations));
});
