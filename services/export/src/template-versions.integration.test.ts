import { createExportQueue } from '@vitae/proto/clients/exports/export-queue';
import { createExports, type ExportsDependencies } from '@vitae/proto/clients/exports/exports';
import { listenForFinishedExports } from '@vitae/proto/clients/exports/finish-events';
import { exportAddressOf, exportTemplateVersion, templateVersionOfJob } from '@vitae/proto/export-address';
import type { ExportResult } from '@vitae/proto/export-job';
import { fakeHead } from '@vitae/test/support/export/fake-resume-server';
import { startWorkerFixture, type WorkerFixture } from '@vitae/test/support/export/worker-fixture';

// During an upgrade and a rollback, gateways and workers of two releases share the queue and the files.

const OWN = exportTemplateVersion;
const CALLER = { companyId: 7, userId: 0, applicationId: 0, requestId: 'r' };
const format = 'json';
const WAIT_MS = 110_000;
const ignore = () => undefined;

let worker: WorkerFixture;
let exportsOf: (templateVersion: number) => ReturnType<typeof createExports>;
let closeProducer: () => Promise<void>;

beforeAll(async () => {
  worker = await startWorkerFixture(process.env, { templateVersion: OWN });
  const { connection, prefix, redis, signGrant, store } = worker;
  const events = await listenForFinishedExports({ connection, prefix, onError: ignore });
  const queue = createExportQueue({ redis, events, signGrant, prefix, onError: ignore });
  const resume = { exportHead: async (id: number) => fakeHead(id) };
  const artifacts = {
    exists: async (address: string) => (await store.find(address)) !== undefined,
    markStored: ignore,
  };
  const dependencies = { resume, queue, artifacts } as unknown as ExportsDependencies;
  exportsOf = (templateVersion) => createExports({ ...dependencies, templateVersion });
  closeProducer = async () => {
    await events.close();
    await queue.close();
  };
});
afterAll(async () => {
  await closeProducer();
  await worker.close();
});

const exportBy = (templateVersion: number, cvId: number) =>
  exportsOf(templateVersion).create(cvId, format, {
    caller: CALLER,
    waitMs: WAIT_MS,
    signal: AbortSignal.timeout(WAIT_MS),
  });
const addressOf = (cvId: number, version: number) => exportAddressOf(fakeHead(cvId), format, version);

describe('a worker', () => {
  test.each([
    ['the previous release', OWN - 1],
    ['its own release', OWN],
    ['the next release', OWN + 1],
  ])('stores a file for a gateway of %s at the address that the gateway computes', async (_release, version) => {
    const address = addressOf(20, version);
    expect(await exportBy(version, 20)).toEqual({ ready: true, address });
    expect(await worker.store.find(address)).toMatchObject({ cvId: 20, format });
    expect(await exportsOf(version).findStored(20, format, CALLER)).toBe(address);
  });

  test.each([OWN - 2, OWN + 2, 1_000_000])(
    'uses its own version for a gateway of another release: version %i',
    async (version) => {
      await expect(exportBy(version, 21)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await worker.store.find(addressOf(21, version))).toBeUndefined();
      expect(await worker.store.find(addressOf(21, OWN))).toBeDefined();
    },
  );

  test('stores a file of a job without a version, as the releases before added it', async () => {
    const { address } = await worker.resultOf<ExportResult>(await worker.add({ cvId: 22, companyId: 7, format }));
    expect(address).toBe(addressOf(22, templateVersionOfJob()));
  });

  test('gives the exports of a batch the address of its own release', async () => {
    const batch = { cvIds: [23], companyId: 7, format, address: 'b'.repeat(64) };
    await worker.resultOf(await worker.add(batch, { jobId: batch.address }, 'batch'));
    expect(await worker.store.find(addressOf(23, OWN))).toMatchObject({ cvId: 23 });
  });
});
