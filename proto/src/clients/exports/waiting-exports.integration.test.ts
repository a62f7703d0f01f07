import { companyCaller } from '@vitae/kit/caller';
import { keyRing } from '@vitae/kit/key-ring';
import { type ScratchExports, startScratchExports } from '@vitae/test/support/gateway/export-fixtures';
import { FILE, failing } from '@vitae/test/support/gateway/fake-export-worker';
import { signPath } from '@vitae/test/support/gateway/system-fixture';
import { until } from '@vitae/test/support/until';
import { gatewayIdentity } from '../gateway-identity.ts';
import { createResumeClient } from '../resume-client.ts';
import { createExports } from './exports.ts';

let exports: ScratchExports;

beforeAll(async () => {
  exports = await startScratchExports(process.env);
});
afterAll(() => exports.close());
beforeEach(() => {
  exports.worker.reset();
  exports.newCv();
});

describe('an export', () => {
  test('that takes too long is a 202, and can be fetched when it is there', async () => {
    let finish: () => void = () => undefined;
    exports.worker.render = () => new Promise((resolve) => (finish = resolve));
    const answer = await exports.call(exports.exportPath(), { Prefer: 'respond-async, wait=1' });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('preference-applied')).toBe('respond-async');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const { export: view } = (await answer.json()) as { export: { id: string } };
    const location = answer.headers.get('location') ?? '';
    expect(location).toBe(`/api/v1/exports/${view.id}`);
    expect(view).toMatchObject({ format: 'pdf', state: 'waiting', url: null, expiresAt: null });

    const state = async () =>
      ((await (await exports.call(location)).json()) as { export: { state: string } }).export.state;
    await until('the job is active', async () => (await state()) === 'active');
    expect((await exports.call(`${location}/file`)).status).toBe(409);
    finish();
    await until('the job is completed', async () => (await state()) === 'completed');
    const done = (await (await exports.call(location)).json()) as { export: { url: string; expiresAt: string } };
    expect(done.export.url).toMatch(/\/api\/v1\/exports\/[0-9a-f]{64}\/file$/);
    expect(Date.parse(done.export.expiresAt)).toBeGreaterThan(Date.now());
    const file = await exports.call(`${location}/file`);
    expect([file.status, await file.text()]).toEqual([200, FILE.toString()]);

    await exports.queue.forgetEnded(Date.now() + 1_000);
    expect(await (await exports.call(location)).json()).toEqual(done);
  });

  test('of a CV that was changed while it was made is there without its job', async () => {
    exports.worker.storedAt = 'e'.repeat(64);
    const location =
      (await exports.call(exports.exportPath(), { Prefer: 'respond-async' })).headers.get('location') ?? '';
    const read = async () =>
      (await (await exports.call(location)).json()) as { export: { state: string; expiresAt: string | null } };
    await until('the job is completed', async () => (await read()).export.state === 'completed');
    const before = await read();
    await exports.queue.forgetEnded(Date.now() + 1_000);
    expect(before.export.expiresAt).not.toBeNull();
    expect(await read()).toEqual(before);
    expect((await exports.call(`${location}/file`)).status).toBe(200);
  });

  test('that is not ready within the wait is a 202 without being asked to be', async () => {
    let finish: () => void = () => undefined;
    exports.worker.render = () => new Promise((resolve) => (finish = resolve));
    const { queue, artifacts } = exports;
    const hasty = await exports.system.start({ queue, artifacts, environment: { EXPORT_WAIT_MS: '1000' } });
    const started = performance.now();
    const answer = await exports.send(hasty.url + signPath(exports.system.key, exports.exportPath()));
    expect(answer.status).toBe(202);
    expect(performance.now() - started).toBeGreaterThanOrEqual(900);
    finish();
  });

  test('that waits says how many are before it, and is not made when it is deleted', async () => {
    const finish: (() => void)[] = [];
    exports.worker.render = () => new Promise((resolve) => void finish.push(resolve));
    for (let index = 0; index < 4; index += 1) {
      exports.system.resume.cvs.set(900_000 + index, { companyId: exports.system.company.id, revision: 1, json: '{}' });
      await exports.call(`/api/v1/cv/${900_000 + index}/export/pdf`, { Prefer: 'respond-async' });
    }
    await until('all four that the worker renders at once are', () => exports.worker.jobs.length === 4);
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
    await until('the second is made', () => exports.worker.jobs.length === 5);
    expect(exports.worker.jobs[4]?.cvId).toBe(cvId);
  });

  test('that was deleted while somebody waits for it is a 409 to them', async () => {
    exports.worker.render = failing('cancelled', true);
    const answer = await exports.call(exports.exportPath());
    expect([answer.status, ((await answer.json()) as { error: { code: number } }).error.code]).toEqual([409, 409]);
    exports.worker.render = async () => undefined;
    expect((await exports.call(exports.exportPath())).status).toBe(200);
  });

  test('for a visitor is made after those of signed calls, unless one of them wants the same', async () => {
    const finish: (() => void)[] = [];
    exports.worker.render = () => new Promise((resolve) => void finish.push(resolve));
    for (let index = 0; index < 4; index += 1) {
      exports.newCv();
      await exports.call(exports.exportPath(), { Prefer: 'respond-async' });
    }
    await until('all four that the worker renders at once are', () => exports.worker.jobs.length === 4);
    const resume = createResumeClient(
      exports.system.resume.address,
      gatewayIdentity({ SERVICE_KEYS: keyRing('keys').parse(exports.system.serviceKeys) }),
    );
    const visit = (id: number) =>
      createExports({ ...exports, resume }).make(id, 'pdf', {
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
    await until('all that waited are made', () => exports.worker.jobs.length === 7);
    for (const done of others) done();
    resume.close();
    expect(exports.worker.jobs.slice(4).map((job) => job.cvId)).toEqual([signed, wanted, visited]);
  });

  test('of a client that leaves stops waiting, and the file is made all the same', async () => {
    let finish: () => void = () => undefined;
    exports.worker.render = () => new Promise((resolve) => (finish = resolve));
    const leaving = new AbortController();
    const path = signPath(exports.system.key, exports.exportPath());
    const answer = exports.send(exports.gateway.url + path, { signal: leaving.signal });
    await until('the job runs', () => exports.worker.jobs.length === 1);
    leaving.abort();
    await expect(answer).rejects.toThrow();
    finish();
    await until('the file is there', () => exports.worker.files.has(exports.worker.jobs[0]?.address ?? ''));
    expect((await exports.call(exports.exportPath())).status).toBe(200);
    expect(exports.worker.jobs).toHaveLength(1);
  });
});
