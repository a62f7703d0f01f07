import { createHash } from 'node:crypto';
import { type ScratchExports, startScratchExports } from '@vitae/test/support/gateway/export-fixtures';
import { failing } from '@vitae/test/support/gateway/fake-export-worker';
import { until } from '@vitae/test/support/until';

let exports: ScratchExports;
let cvId: number;

beforeAll(async () => {
  exports = await startScratchExports(process.env);
});
afterAll(() => exports.close());
beforeEach(() => {
  exports.worker.reset();
  cvId = exports.newCv();
});

type View = { export: { state: string; url: string | null } };

const addressIn = (location: string) => location.split('/').at(-1) ?? '';
/** The job that packs an archive again without a CV. */
const againOf = (location: string, deleted: number) =>
  createHash('sha256')
    .update(`${addressIn(location)}\n${deleted}`)
    .digest('hex');
const view = async (location: string) => ((await (await exports.call(location)).json()) as View).export;
const file = async (location: string) => (await exports.call(`${location}/file`)).status;

/** An archive of the newest CV and of another one. */
async function archiveOfTwo(): Promise<{ location: string; other: number }> {
  const other = exports.system.company.id + 500_000 + cvId;
  exports.system.resume.cvs.set(other, { companyId: exports.system.company.id, revision: 1, json: '{}' });
  const answer = await exports.order({ cvIds: [cvId, other, 5], format: 'pdf' });
  const location = answer.headers.get('location') ?? '';
  await until('the archive is there', async () => (await file(location)) === 200);
  return { location, other };
}

describe('a batch', () => {
  test('is one job, whose archive can be fetched, and which is forgotten when it is deleted', async () => {
    const answer = await exports.order({ cvIds: [cvId, cvId, 5], format: 'pdf' });
    const location = answer.headers.get('location') ?? '';
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([202, '1']);
    const state = async () =>
      ((await (await exports.call(location)).json()) as { export: { state: string } }).export.state;
    await until('the batch is completed', async () => (await state()) === 'completed');
    expect(exports.worker.jobs).toMatchObject([
      { cvIds: [cvId, 5], companyId: exports.system.company.id, format: 'pdf' },
    ]);
    expect((await exports.call(`${location}/file`)).status).toBe(200);
    expect((await exports.remove(location)).status).toBe(204);
    expect((await exports.call(`${location}/file`)).status).toBe(404);
  });

  test('is packed again without a CV that was deleted since, though one that was never there is no reason to', async () => {
    const { location, other } = await archiveOfTwo();
    expect((await exports.call(`${location}/file`)).headers.get('x-archived-cvs')).toBeNull();
    expect(exports.worker.jobs).toHaveLength(1);

    const held = Promise.withResolvers<void>();
    exports.worker.render = () => held.promise;
    exports.system.resume.cvs.delete(other);
    expect(await file(location)).toBe(409);
    await until('it is packed again', () => exports.worker.jobs.length === 2);
    expect((await (await exports.call(location)).json()) as object).toMatchObject({
      export: { state: 'active', url: null },
    });
    held.resolve();
    await until('the archive is there again', async () => (await file(location)) === 200);
    expect(exports.worker.jobs).toMatchObject([
      { cvIds: [cvId, other, 5] },
      { cvIds: [cvId, other, 5], mustHold: [cvId], format: 'pdf' },
    ]);
    const [first, again] = exports.worker.jobs.map(({ address = '' }) => address);
    expect(exports.worker.archived.get(again ?? '')).toEqual([cvId]);
    expect(again).not.toBe(first);
    expect((await (await exports.call(location)).json()) as object).toMatchObject({
      export: { id: first, state: 'completed', url: expect.stringContaining(`${first}/file`) },
    });
  });

  test('is packed again until that succeeds, while what it fails for may pass', async () => {
    const { location, other } = await archiveOfTwo();
    exports.worker.render = failing('store_unavailable', true);
    exports.system.resume.cvs.delete(other);
    await until('it failed, was asked for again, and failed again', async () => {
      expect(['waiting', 'active', 'failed']).toContain((await view(location)).state);
      return exports.worker.jobs.length >= 3;
    });
    exports.worker.render = async () => undefined;
    await until('it is packed', async () => (await view(location)).state === 'completed');
    expect(await file(location)).toBe(200);
    expect(new Set(exports.worker.jobs.slice(1).map(({ address }) => address))).toEqual(
      new Set([againOf(location, other)]),
    );
  });

  test('that cannot be packed again is not tried again and again', async () => {
    const { location, other } = await archiveOfTwo();
    exports.worker.render = failing('worker_lost', false);
    exports.system.resume.cvs.delete(other);
    await until('it failed', async () => (await view(location)).state === 'failed');
    expect((await view(location)).state).toBe('failed');
    expect(exports.worker.jobs).toHaveLength(2);
  });

  test('is packed again though its job was forgotten before its archive', async () => {
    const { location, other } = await archiveOfTwo();
    await until('its job is forgotten', async () => {
      await exports.queue.removeFinishedBefore(Date.now());
      return (await exports.queue.findState(addressIn(location))) === undefined;
    });
    exports.system.resume.cvs.delete(other);
    await until('the archive is there again', async () => (await file(location)) === 200);
    expect(exports.worker.jobs.at(-1)).toMatchObject({ cvIds: [cvId, other], mustHold: [cvId], format: 'pdf' });
    expect(exports.worker.archived.get(againOf(location, other))).toEqual([cvId]);
  });

  test('is packed again as one of five that are under way, and not when it was deleted', async () => {
    const { location, other } = await archiveOfTwo();
    const again = againOf(location, other);
    const order = () => exports.order({ cvIds: [cvId], format: 'pdf' });
    const held = Promise.withResolvers<void>();
    exports.worker.render = () => held.promise;
    const others: string[] = [];
    for (let batch = 0; batch < 5; batch += 1) others.push((await order()).headers.get('location') ?? '');
    await until('all that the worker makes at once are begun', () => exports.worker.jobs.length === 5);

    exports.system.resume.cvs.delete(other);
    expect(await view(location)).toMatchObject({ state: 'waiting', url: null });
    expect(await file(location)).toBe(409);
    expect(await exports.queue.findState(again)).toBeUndefined();
    expect((await exports.remove(others[4] ?? '')).status).toBe(204);
    expect(await view(location)).toMatchObject({ state: 'waiting', url: null });
    expect(await exports.queue.findState(again)).toEqual({ state: 'waiting' });
    expect((await order()).status).toBe(429);

    expect((await exports.remove(location)).status).toBe(204);
    expect(await exports.queue.findState(again)).toBeUndefined();
    const last = await order();
    expect(last.status).toBe(202);
    held.resolve();
    for (const one of [...others.slice(0, 4), last.headers.get('location') ?? ''])
      await until('it is made', async () => (await view(one)).state === 'completed');
    expect(exports.worker.jobs.map(({ address }) => address)).not.toContain(again);
  });

  test('is made once for one idempotency key', async () => {
    const headers = { 'Idempotency-Key': `batch-${cvId}` };
    const answers = await Promise.all([1, 2, 3].map(() => exports.order({ cvIds: [cvId], format: 'pdf' }, headers)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map((one) => one.headers.get('location'))).size).toBe(1);
    expect((await exports.order({ cvIds: [cvId], format: 'odt' }, headers)).status).toBe(422);
    await until('it is made', () => exports.worker.jobs.length === 1);
    expect((await exports.order({ cvIds: [cvId], format: 'pdf' }, headers)).headers.get('location')).toBe(
      answers[0]?.headers.get('location'),
    );
    expect(exports.worker.jobs).toHaveLength(1);
    // One that is under way still would count among those of the next test.
    const location = answers[0]?.headers.get('location') ?? '';
    await until('it is done', async () => (await view(location)).state === 'completed');
  });

  test('waits its turn when five of the company are not done', async () => {
    const finish: (() => void)[] = [];
    exports.worker.render = () => new Promise((resolve) => void finish.push(resolve));
    const answers: Response[] = [];
    // One after another: of calls in the same millisecond a sixth may be let in.
    while (answers.length < 8) answers.push(await exports.order({ cvIds: [cvId], format: 'pdf' }));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('10');
    await until('as many as the worker makes at once are begun', () => finish.length === 4);
    expect((await exports.order({ cvIds: [cvId], format: 'pdf' })).status).toBe(429);
    expect((await exports.remove(accepted[0]?.headers.get('location') ?? '')).status).toBe(204);
    exports.worker.render = async () => undefined;
    for (const done of finish) done();
    await until('there is room', async () => {
      const answer = await exports.order({ cvIds: [cvId], format: 'pdf' });
      if (answer.status === 202) accepted.push(answer);
      return answer.status === 202;
    });
    for (const { headers } of accepted) {
      const address = headers.get('location')?.split('/').at(-1) ?? '';
      const ended = [undefined, 'completed', 'failed'];
      await until('it is made', async () => ended.includes((await exports.queue.findState(address))?.state));
    }
  });

  test.each([
    ['nothing', {}],
    ['no CV', { cvIds: [], format: 'pdf' }],
    ['501 CVs', { cvIds: Array.from({ length: 501 }, (_, index) => index + 1), format: 'pdf' }],
    ['a format that there is not', { cvIds: [1], format: 'exe' }],
    ['a format that is our own', { cvIds: [1], format: 'preview' }],
    ['what is no id', { cvIds: ['x'], format: 'pdf' }],
    ['an unknown field', { cvIds: [1], format: 'pdf', address: 'x' }],
  ])('of %s is refused', async (_what, body) => {
    expect((await exports.order(body)).status).toBe(400);
    expect(exports.worker.jobs).toEqual([]);
  });
});
