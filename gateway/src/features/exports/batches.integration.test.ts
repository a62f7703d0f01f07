import { createHash } from 'node:crypto';
import { archiveAddress } from '@vitae/proto/export-address';
import { type ExportsFixture, startExportsFixture } from '@vitae/test/support/gateway/export-fixtures';
import { failing } from '@vitae/test/support/gateway/fake-export-worker';
import { until } from '@vitae/test/support/until';

let exports: ExportsFixture;
let cvId: number;

beforeAll(async () => {
  exports = await startExportsFixture(process.env);
});
afterAll(() => exports.close());
beforeEach(() => {
  exports.worker.reset();
  cvId = exports.newCv();
});

type View = { export: { state: string; url: string | null } };

const addressIn = (location: string) => location.split('/').at(-1) ?? '';
/** The job that rebuilds an archive without a deleted CV. */
const rebuildJob = (location: string, deleted: number) =>
  createHash('sha256')
    .update(`${addressIn(location)}\n${deleted}`)
    .digest('hex');
const view = async (location: string) => ((await (await exports.call(location)).json()) as View).export;
const file = async (location: string) => (await exports.call(`${location}/file`)).status;
const reasonOf = async (path: string) => {
  const response = await exports.call(path, { Accept: 'application/problem+json' });
  return [response.status, ((await response.json()) as { reason: string }).reason];
};

/** A finished archive of the newest CV and another one. */
async function archiveOfTwo(): Promise<{ location: string; other: number }> {
  const other = exports.system.company.id + 500_000 + cvId;
  exports.system.resume.cvs.set(other, { companyId: exports.system.company.id, revision: 1, json: '{}' });
  const response = await exports.createBatch({ cvIds: [cvId, other, 5], format: 'pdf' });
  const location = response.headers.get('location') ?? '';
  await until('the archive', async () => (await file(location)) === 200);
  return { location, other };
}

describe('batches', () => {
  test('creates one job whose archive can be downloaded until the export is deleted', async () => {
    const response = await exports.createBatch({ cvIds: [cvId, cvId, 5], format: 'pdf' });
    const location = response.headers.get('location') ?? '';
    expect([response.status, response.headers.get('retry-after')]).toEqual([202, '1']);
    await until('the batch to complete', async () => (await view(location)).state === 'completed');
    expect(exports.worker.jobs).toMatchObject([
      { cvIds: [cvId, 5], companyId: exports.system.company.id, format: 'pdf' },
    ]);
    expect(await file(location)).toBe(200);
    expect((await exports.remove(location)).status).toBe(204);
    expect(await file(location)).toBe(404);
  });

  test('creates one batch for repeated requests with the same idempotency key', async () => {
    const headers = { 'Idempotency-Key': `batch-${cvId}` };
    const responses = await Promise.all(
      [1, 2, 3].map(() => exports.createBatch({ cvIds: [cvId], format: 'pdf' }, headers)),
    );
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(responses.map((one) => one.headers.get('location'))).size).toBe(1);
    expect((await exports.createBatch({ cvIds: [cvId], format: 'odt' }, headers)).status).toBe(422);
    await until('the export to complete', () => exports.worker.jobs.length === 1);
    expect((await exports.createBatch({ cvIds: [cvId], format: 'pdf' }, headers)).headers.get('location')).toBe(
      responses[0]?.headers.get('location'),
    );
    expect(exports.worker.jobs).toHaveLength(1);
    // An unfinished batch would count in the next test.
    const location = responses[0]?.headers.get('location') ?? '';
    await until('the export to complete', async () => (await view(location)).state === 'completed');
  });

  test('rejects a sixth unfinished batch of a company', async () => {
    const finish: (() => void)[] = [];
    exports.worker.render = () => new Promise((resolve) => void finish.push(resolve));
    const responses: Response[] = [];
    // One at a time: a sixth request in the same millisecond may be accepted.
    while (responses.length < 8) responses.push(await exports.createBatch({ cvIds: [cvId], format: 'pdf' }));
    const accepted = responses.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(5);
    const rejected = responses.find(({ status }) => status === 429);
    expect(rejected?.headers.get('retry-after')).toBe('10');
    await until('the worker to be busy', () => finish.length === 4);
    expect((await exports.createBatch({ cvIds: [cvId], format: 'pdf' })).status).toBe(429);
    expect((await exports.remove(accepted[0]?.headers.get('location') ?? '')).status).toBe(204);
    exports.worker.render = async () => undefined;
    for (const done of finish) done();
    await until('the company to be below its limit', async () => {
      const response = await exports.createBatch({ cvIds: [cvId], format: 'pdf' });
      if (response.status === 202) accepted.push(response);
      return response.status === 202;
    });
    for (const { headers } of accepted) {
      const address = headers.get('location')?.split('/').at(-1) ?? '';
      const ended = [undefined, 'completed', 'failed'];
      await until('the export to complete', async () =>
        ended.includes((await exports.queue.findState(address))?.state),
      );
    }
  });

  test.each([
    ['an empty object', {}],
    ['no CVs', { cvIds: [], format: 'pdf' }],
    ['501 CVs', { cvIds: Array.from({ length: 501 }, (_, index) => index + 1), format: 'pdf' }],
    ['an unknown format', { cvIds: [1], format: 'exe' }],
    ['an internal format', { cvIds: [1], format: 'preview' }],
    ['an invalid id', { cvIds: ['x'], format: 'pdf' }],
    ['an unknown field', { cvIds: [1], format: 'pdf', address: 'x' }],
  ])('rejects a body with %s', async (_case, body) => {
    expect((await exports.createBatch(body)).status).toBe(400);
    expect(exports.worker.jobs).toEqual([]);
  });
});

describe('rebuilding an archive', () => {
  test('returns archive_outdated for an archive with a deleted CV and starts no job', async () => {
    const { location, other } = await archiveOfTwo();
    expect((await exports.call(`${location}/file`)).headers.get('x-archived-cvs')).toBeNull();
    exports.system.resume.cvs.delete(other);
    expect(await reasonOf(location)).toEqual([409, 'archive_outdated']);
    expect(await reasonOf(`${location}/file`)).toEqual([409, 'archive_outdated']);
    expect(exports.worker.jobs).toHaveLength(1);
    expect(await exports.queue.findState(rebuildJob(location, other))).toBeUndefined();
  });

  test('packs the archive without the deleted CV under the same id', async () => {
    const { location, other } = await archiveOfTwo();
    const finish = Promise.withResolvers<void>();
    exports.worker.render = () => finish.promise;
    exports.system.resume.cvs.delete(other);
    const accepted = await exports.rebuildArchive(location);
    expect([accepted.status, accepted.headers.get('location')]).toEqual([202, location]);
    await until('the rebuild to start', () => exports.worker.jobs.length === 2);
    expect(await view(location)).toMatchObject({ state: 'active', url: null });
    expect(await reasonOf(`${location}/file`)).toEqual([409, 'export_not_ready']);
    expect((await exports.rebuildArchive(location)).status).toBe(202);
    finish.resolve();
    await until('the archive to be rebuilt', async () => (await file(location)) === 200);
    expect(exports.worker.jobs).toMatchObject([
      { cvIds: [cvId, other, 5] },
      { cvIds: [cvId, other, 5], mustHold: [cvId], format: 'pdf' },
    ]);
    const [first, rebuild] = exports.worker.jobs.map(({ address = '' }) => address);
    expect(exports.worker.archived.get(archiveAddress(rebuild ?? ''))).toEqual([cvId]);
    expect(rebuild).toBe(rebuildJob(location, other));
    expect(await view(location)).toMatchObject({
      id: first,
      state: 'completed',
      url: expect.stringContaining(`${first}/file`),
    });
  });

  test('rebuilds a rebuilt archive when another CV is deleted', async () => {
    const { location, other } = await archiveOfTwo();
    exports.system.resume.cvs.delete(other);
    await exports.rebuildArchive(location);
    await until('the archive to be rebuilt', async () => (await file(location)) === 200);
    exports.system.resume.cvs.delete(cvId);
    expect(await reasonOf(location)).toEqual([409, 'archive_outdated']);
    expect((await exports.rebuildArchive(location)).status).toBe(202);
    await until('the archive to be rebuilt', async () => (await file(location)) === 200);
    expect(exports.worker.jobs.at(-1)).toMatchObject({ cvIds: [cvId, other, 5], mustHold: [] });
  });

  test('starts no job for an archive that is up to date', async () => {
    const { location } = await archiveOfTwo();
    const response = await exports.rebuildArchive(location);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ export: { state: 'completed' } });
    expect(exports.worker.jobs).toHaveLength(1);
  });

  test('returns 404 for the export of a single CV', async () => {
    const response = await exports.call(exports.exportPath(), { Prefer: 'respond-async' });
    expect((await exports.rebuildArchive(response.headers.get('location') ?? '')).status).toBe(404);
  });

  test('retries a rebuild that failed temporarily only when it is requested', async () => {
    const { location, other } = await archiveOfTwo();
    exports.worker.render = failing('store_unavailable', true);
    exports.system.resume.cvs.delete(other);
    await exports.rebuildArchive(location);
    await until('the rebuild to fail', async () => (await view(location)).state === 'failed');
    expect(await file(location)).toBe(503);
    expect(exports.worker.jobs).toHaveLength(2);
    exports.worker.render = async () => undefined;
    expect((await exports.rebuildArchive(location)).status).toBe(202);
    await until('the archive to be rebuilt', async () => (await file(location)) === 200);
    const rebuilds = exports.worker.jobs.slice(1).map(({ address }) => address);
    expect(rebuilds).toEqual([rebuildJob(location, other), rebuildJob(location, other)]);
  });

  test('does not retry a rebuild that failed permanently', async () => {
    const { location, other } = await archiveOfTwo();
    exports.worker.render = failing('worker_lost', false);
    exports.system.resume.cvs.delete(other);
    await exports.rebuildArchive(location);
    await until('the rebuild to fail', async () => (await view(location)).state === 'failed');
    expect((await exports.rebuildArchive(location)).status).toBe(500);
    expect(exports.worker.jobs).toHaveLength(2);
  });

  test('rebuilds an archive whose job was removed', async () => {
    const { location, other } = await archiveOfTwo();
    await until('the job to be removed', async () => {
      await exports.queue.removeFinishedBefore(Date.now());
      return (await exports.queue.findState(addressIn(location))) === undefined;
    });
    exports.system.resume.cvs.delete(other);
    await exports.rebuildArchive(location);
    await until('the archive to be rebuilt', async () => (await file(location)) === 200);
    expect(exports.worker.jobs.at(-1)).toMatchObject({ cvIds: [cvId, other], mustHold: [cvId], format: 'pdf' });
    expect(exports.worker.archived.get(archiveAddress(rebuildJob(location, other)))).toEqual([cvId]);
  });

  test('counts toward the five unfinished batches and is cancelled with its export', async () => {
    const { location, other } = await archiveOfTwo();
    const rebuild = rebuildJob(location, other);
    const create = () => exports.createBatch({ cvIds: [cvId], format: 'pdf' });
    const finish = Promise.withResolvers<void>();
    exports.worker.render = () => finish.promise;
    const others: string[] = [];
    for (let batch = 0; batch < 5; batch += 1) others.push((await create()).headers.get('location') ?? '');
    await until('the worker to be busy', () => exports.worker.jobs.length === 5);

    exports.system.resume.cvs.delete(other);
    expect((await exports.rebuildArchive(location)).status).toBe(429);
    expect(await reasonOf(location)).toEqual([409, 'archive_outdated']);
    expect(await exports.queue.findState(rebuild)).toBeUndefined();
    expect((await exports.remove(others[4] ?? '')).status).toBe(204);
    expect((await exports.rebuildArchive(location)).status).toBe(202);
    expect(await view(location)).toMatchObject({ state: 'waiting', url: null });
    expect(await exports.queue.findState(rebuild)).toEqual({ state: 'waiting' });
    expect((await create()).status).toBe(429);

    expect((await exports.remove(location)).status).toBe(204);
    expect(await exports.queue.findState(rebuild)).toBeUndefined();
    const last = await create();
    expect(last.status).toBe(202);
    finish.resolve();
    for (const one of [...others.slice(0, 4), last.headers.get('location') ?? ''])
      await until('the export to complete', async () => (await view(one)).state === 'completed');
    expect(exports.worker.jobs.map(({ address }) => address)).not.toContain(rebuild);
  });
});
