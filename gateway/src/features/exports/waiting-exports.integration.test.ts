import { companyCaller } from '@vitae/kit/caller';
import { createExports } from '@vitae/proto/clients/exports/exports';
import { createResumeClient } from '@vitae/proto/clients/resume-client';
import { type ExportsFixture, startExportsFixture } from '@vitae/test/support/gateway/export-fixtures';
import { FILE, failing } from '@vitae/test/support/gateway/fake-export-worker';
import { signPath } from '@vitae/test/support/gateway/system-fixture';
import { identityOf } from '@vitae/test/support/service-keys';
import { until } from '@vitae/test/support/until';

let exports: ExportsFixture;

beforeAll(async () => {
  exports = await startExportsFixture(process.env);
});
afterAll(() => exports.close());
beforeEach(() => {
  exports.worker.reset();
  exports.newCv();
});

describe('export that takes longer than the client waits', () => {
  test('responds 202, and its file can be downloaded once it is complete', async () => {
    let finish: () => void = () => undefined;
    exports.worker.render = () => new Promise((resolve) => (finish = resolve));
    const response = await exports.call(exports.exportPath(), { Prefer: 'respond-async, wait=1' });
    expect(response.status).toBe(202);
    expect(response.headers.get('preference-applied')).toBe('respond-async');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const { export: view } = (await response.json()) as { export: { id: string } };
    const location = response.headers.get('location') ?? '';
    expect(location).toBe(`/api/v1/exports/${view.id}`);
    expect(view).toMatchObject({ format: 'pdf', state: 'waiting', url: null, expiresAt: null });

    const state = async () =>
      ((await (await exports.call(location)).json()) as { export: { state: string } }).export.state;
    await until('the job to be active', async () => (await state()) === 'active');
    expect((await exports.call(`${location}/file`)).status).toBe(409);
    finish();
    await until('the job to complete', async () => (await state()) === 'completed');
    const done = (await (await exports.call(location)).json()) as { export: { url: string; expiresAt: string } };
    expect(done.export.url).toMatch(/\/api\/v1\/exports\/[0-9a-f]{64}\/file$/);
    expect(Date.parse(done.export.expiresAt)).toBeGreaterThan(Date.now());
    const file = await exports.call(`${location}/file`);
    expect([file.status, await file.text()]).toEqual([200, FILE.toString()]);

    await exports.queue.removeFinishedBefore(Date.now() + 1_000);
    expect(await (await exports.call(location)).json()).toEqual(done);
  });

  test('remains available without its job when the CV changed during the export', async () => {
    // The CV changes after the job was added and before the worker reads it.
    exports.worker.render = async () => {
      exports.worker.storedAt = exports.changeCv('pdf');
    };
    const location =
      (await exports.call(exports.exportPath(), { Prefer: 'respond-async' })).headers.get('location') ?? '';
    const read = async () =>
      (await (await exports.call(location)).json()) as { export: { state: string; expiresAt: string | null } };
    await until('the job to complete', async () => (await read()).export.state === 'completed');
    const before = await read();
    await exports.queue.removeFinishedBefore(Date.now() + 1_000);
    expect(before.export.expiresAt).not.toBeNull();
    expect(await read()).toEqual(before);
    expect((await exports.call(`${location}/file`)).status).toBe(200);
  });

  test('responds 202 after EXPORT_WAIT_MS even if the client did not ask for it', async () => {
    let finish: () => void = () => undefined;
    exports.worker.render = () => new Promise((resolve) => (finish = resolve));
    const { queue, artifacts } = exports;
    const hasty = await exports.system.start({ queue, artifacts, environment: { EXPORT_WAIT_MS: '1000' } });
    const started = performance.now();
    const response = await exports.send(hasty.url + signPath(exports.system.key, exports.exportPath()));
    expect(response.status).toBe(202);
    expect(performance.now() - started).toBeGreaterThanOrEqual(900);
    finish();
  });

  test('reports how many exports are ahead of it, and is not rendered after it was deleted', async () => {
    const finish: (() => void)[] = [];
    exports.worker.render = () => new Promise((resolve) => void finish.push(resolve));
    for (let index = 0; index < 4; index += 1) {
      exports.system.resume.cvs.set(900_000 + index, { companyId: exports.system.company.id, revision: 1, json: '{}' });
      await exports.call(`/api/v1/cv/${900_000 + index}/export/pdf`, { Prefer: 'respond-async' });
    }
    await until('four exports to be rendering', () => exports.worker.jobs.length === 4);
    const locationOf = async () =>
      (await exports.call(exports.exportPath(), { Prefer: 'respond-async' })).headers.get('location') ?? '';
    const first = await locationOf();
    const cvId = exports.newCv();
    const second = await locationOf();
    const progress = async () =>
      ((await (await exports.call(second)).json()) as { export: { progress: object } }).export.progress;
    expect(await progress()).toEqual({ percent: 0, ahead: 1, items: null });
    expect((await exports.remove(first)).status).toBe(204);
    expect(await progress()).toEqual({ percent: 0, ahead: 0, items: null });
    expect([(await exports.call(first)).status, (await exports.remove(first)).status]).toEqual([404, 404]);
    exports.worker.render = async () => undefined;
    for (const done of finish) done();
    await until('the second export', () => exports.worker.jobs.length === 5);
    expect(exports.worker.jobs[4]?.cvId).toBe(cvId);
  });

  test('responds 409 to a waiting client when it is deleted', async () => {
    exports.worker.render = failing('cancelled', true);
    const response = await exports.call(exports.exportPath());
    expect([response.status, ((await response.json()) as { error: { code: number } }).error.code]).toEqual([409, 409]);
    exports.worker.render = async () => undefined;
    expect((await exports.call(exports.exportPath())).status).toBe(200);
  });

  test('is rendered after exports of signed requests if a visitor asked for it, unless a signed request asks for the same file', async () => {
    const finish: (() => void)[] = [];
    exports.worker.render = () => new Promise((resolve) => void finish.push(resolve));
    for (let index = 0; index < 4; index += 1) {
      exports.newCv();
      await exports.call(exports.exportPath(), { Prefer: 'respond-async' });
    }
    await until('four exports to be rendering', () => exports.worker.jobs.length === 4);
    const resume = createResumeClient(exports.system.resume.address, identityOf('gateway', exports.system.serviceKey));
    const visit = (id: number) =>
      createExports({ ...exports, resume }).create(id, 'pdf', {
        caller: companyCaller(exports.system.company.id, 'visit'),
        waitMs: 1,
        signal: AbortSignal.timeout(5_000),
        priority: 'visitor',
      });
    const [visited, wanted, signed] = [exports.newCv(), exports.newCv(), exports.newCv()];
    await visit(visited);
    await visit(wanted);
    await exports.call(exports.exportPath(), { Prefer: 'respond-async' });
    exports.cvId = wanted;
    await exports.call(exports.exportPath(), { Prefer: 'respond-async' });
    exports.worker.render = async () => undefined;
    const [first, ...others] = finish;
    first?.();
    await until('all exports', () => exports.worker.jobs.length === 7);
    for (const done of others) done();
    resume.close();
    expect(exports.worker.jobs.slice(4).map((job) => job.cvId)).toEqual([signed, wanted, visited]);
  });

  test('continues after the client disconnects', async () => {
    let finish: () => void = () => undefined;
    exports.worker.render = () => new Promise((resolve) => (finish = resolve));
    const leaving = new AbortController();
    const path = signPath(exports.system.key, exports.exportPath());
    const response = exports.send(exports.gateway.url + path, { signal: leaving.signal });
    await until('the job to start', () => exports.worker.jobs.length === 1);
    leaving.abort();
    await expect(response).rejects.toThrow();
    finish();
    await until('the file', () => exports.worker.files.has(exports.worker.jobs[0]?.address ?? ''));
    expect((await exports.call(exports.exportPath())).status).toBe(200);
    expect(exports.worker.jobs).toHaveLength(1);
  });
});
