import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '@vitae/local/programs/run-program';
import { exportTemplateVersion } from '@vitae/proto/export-address';
import {
  preparePreviousRelease,
  previousFolder,
  previousProto,
  readPreviousRelease,
} from '../skew/previous-release.ts';
import { projectRoot } from '../support/project-root.ts';
import { createUsage, type Usage } from '../support/system-usage.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';

// One system, in which the processes of the previous release are replaced with those of this one, and back.

const INTERNAL = ['resume', 'preferences', 'metadata', 'comments', 'stats', 'export-1'];

let previous: string;
let cluster: TestCluster;
let usage: Usage;

beforeAll(async () => {
  previous = await preparePreviousRelease();
  cluster = await startTestCluster({
    release: previous,
    sites: 1,
    workers: 1,
    environment: { EXPORT_WAIT_MS: '60000' },
  });
  usage = await createUsage(cluster);
  await usage.write('before the upgrade');
}, 900_000);
afterAll(() => cluster?.stop(), 120_000);

const replace = (names: string[], release: string) =>
  Promise.all(names.map((name) => cluster.process(name).replace(release)));

/** Data of every earlier step is readable, and the system accepts new data. */
async function expectToWork(title: string, areServicesEarlier = false): Promise<void> {
  await usage.readEverything({ areServicesEarlier });
  await usage.write(title);
}

test('the recorded contracts are those of the commit of the previous release', async () => {
  const { version } = JSON.parse(await readFile(join(previous, 'package.json'), 'utf8'));
  expect(version).toBe(readPreviousRelease().release.version);
  const schema = 'export-jobs.schema.json';
  expect(await readFile(join(previousFolder, schema), 'utf8')).toBe(
    await readFile(join(previous, 'proto', schema), 'utf8'),
  );
  // In both directions: nothing is missing in either.
  const folder = await mkdtemp(join(tmpdir(), 'vitae-proto-'));
  try {
    const descriptor = join(folder, 'proto.binpb');
    await copyFile(join(projectRoot, 'proto/buf.yaml'), join(previous, 'proto/buf.yaml'));
    await runProgram(join(projectRoot, 'test/node_modules/.bin/buf'), [
      'build',
      join(previous, 'proto'),
      '-o',
      descriptor,
    ]);
    expect((await readFile(descriptor)).equals(await readFile(previousProto))).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the template version is at most one higher than that of the previous release', async () => {
  const source = await readFile(join(previous, 'proto/src/export-address.ts'), 'utf8');
  const version = Number(/exportTemplateVersion = (\d+)/.exec(source)?.[1]);
  expect([version, version + 1]).toContain(exportTemplateVersion);
});

// The tests replace processes in the order of an upgrade (docs/upgrading.md), and then restore them in the same order.

test('the previous gateway and site work with the services and the worker of this release', async () => {
  await replace(INTERNAL, projectRoot);
  await expectToWork('with later services');
});

test('the previous gateway works with the site of this release', async () => {
  await replace(['site-1'], projectRoot);
  await expectToWork('with a later site');
});

test('this release reads the data of the previous one', async () => {
  await replace(['gateway-1'], projectRoot);
  await expectToWork('after the upgrade');
});

test('the gateway and the site of this release work with the previous services and worker', async () => {
  await replace(INTERNAL, previous);
  await expectToWork('with earlier services', true);
});

test('the gateway of this release works with the previous site', async () => {
  await replace(['site-1'], previous);
  await expectToWork('with an earlier site');
});

test('the previous release reads the data of this one after a rollback', async () => {
  await replace(['gateway-1'], previous);
  await expectToWork('after the rollback');
});
