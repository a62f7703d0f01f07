import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { companyCaller } from '@vitae/kit/caller';
import { keyRing } from '@vitae/kit/key-ring';
import { createLogger } from '@vitae/kit/log';
import { connectRedis, queueConnection, type RedisConnection } from '@vitae/kit/redis';
import { scratchIdentity } from '@vitae/kit/scratch-identity';
import { artifactAudience } from '@vitae/proto/export-address';
import { type ExportFailure, type ExportPayload, type ExportResult, exportQueue } from '@vitae/proto/export-job';
import { UnrecoverableError, Worker } from 'bullmq';
import { gatewayIdentity } from '../clients/gateway-identity.ts';
import { createResumeClient } from '../clients/resume-client.ts';
import { checkAnswer } from '../scratch/checked-fetch.ts';
import type { ScratchGateway } from '../scratch/scratch-gateway.ts';
import { type ScratchSystem, signPath, startScratchSystem } from '../scratch/scratch-system.ts';
import { until } from '../scratch/until.ts';
import { type Artifacts, createArtifacts } from './artifacts.ts';
import { createExportQueue, type ExportQueue } from './export-queue.ts';
import { createExports } from './exports.ts';
import { type FinishEvents, listenForFinishedExports } from './finish-events.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const prefix = `test-${randomUUID()}`;
const FILE = Buffer.from('%PDF-1.7 a file');

let system: ScratchSystem;
let gateway: ScratchGateway;
let files: Map<string, Buffer>;
/** Whose files the archives hold. */
let archived: Map<string, number[]>;
/** Where the file is put when its CV was changed meanwhile. */
let storedAt: string | undefined;
type Payload = ExportPayload & { cvIds?: number[] };
let jobs: Payload[];
let render: (payload: Payload) => Promise<void>;
let seen: Record<string, unknown>[];
let server: Server;
let worker: Worker<Payload, ExportResult>;
let parts: { queueRedis: RedisConnection; events: FinishEvents; queue: ExportQueue; artifacts: Artifacts };

const { identity, admits: admitsTo } = scratchIdentity();

const admits = admitsTo(artifactAudience);

/** Stands in for the export worker: its HTTP side, and what takes its jobs. */
async function startWorker(): Promise<string> {
  server = createServer((request, response) => {
    seen.push({ method: request.method, url: request.url, ...request.headers });
    if (!admits((request.headers.authorization ?? '').replace('Bearer ', ''), 'artifacts')) {
      response.statusCode = 401;
      response.end();
      return;
    }
    const address = request.url?.replace('/artifacts/', '') ?? '';
    const file = files.get(address);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': "attachment; filename*=UTF-8''cv.pdf",
      'Content-Length': file.length,
      ETag: '"abc"',
      'X-Powered-By': 'worker',
      'X-Request-Id': 'of-the-worker',
      ...(archived.get(address)?.length ? { 'X-Archived-Cvs': archived.get(address)?.join() } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const finish = async (payload: Payload): Promise<ExportResult> => {
    const { format, cvIds } = payload;
    jobs.push(payload);
    await render(payload);
    const address = storedAt ?? payload.address ?? '';
    files.set(address, FILE);
    if (cvIds)
      archived.set(
        address,
        cvIds.filter((id) => system.resume.cvs.has(id)),
      );
    const sha256 = '0'.repeat(64);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    return {
      address,
      format,
      contentType: 'application/pdf',
      fileName: 'cv.pdf',
      bytes: FILE.length,
      sha256,
      expiresAt,
      reused: false,
    };
  };
  const connection = queueConnection(system.redisUrl);
  worker = new Worker(exportQueue, ({ data }) => finish(data), { connection, prefix, concurrency: 4 });
  await worker.waitUntilReady();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  system = await startScratchSystem(process.env);
  await system.companies.setLimits(system.company.id, { intensive: 1_000, standard: 1_000 });
  files = new Map();
  const workerUrl = await startWorker();
  const onError = () => undefined;
  const queueRedis = await connectRedis({ url: system.redisUrl, name: 'test-queue', log });
  const events = await listenForFinishedExports({ connection: queueConnection(system.redisUrl), onError, prefix });
  const queue = createExportQueue({ redis: queueRedis.redis, events, onError, prefix });
  const artifacts = createArtifacts(['http://127.0.0.1:1', workerUrl], identity);
  parts = { queueRedis, events, queue, artifacts };
  gateway = await system.start({ queue, artifacts, environment: { EXPORT_WAIT_MS: '60000' } });
});
afterAll(async () => {
  await worker.close();
  await parts.queue.close();
  await parts.events.close();
  await parts.queueRedis.close();
  parts.artifacts.close();
  const left = await system.redis.keys(`${prefix}:*`);
  if (left.length > 0) await system.redis.del(...left);
  await system.close();
  server.closeAllConnections();
  server.close();
});

let nextCv = 1;
let cvId: number;
beforeEach(() => {
  archived = new Map();
  storedAt = undefined;
  jobs = [];
  seen = [];
  render = async () => undefined;
  cvId = system.company.id + nextCv++;
  system.resume.cvs.set(cvId, { companyId: system.company.id, revision: 1, json: '{}' });
});

/** What the document says of a file's type does not hold for the stand-in's; every other answer is held to it. */
async function checkedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, init);
  const { status, headers } = answer;
  const isFile = status === 200 && /\/(?:file|export\/\w+)$/.test(new URL(url).pathname);
  if (!isFile) checkAnswer(init.method ?? 'GET', url, { status, headers, text: await answer.clone().text() });
  return answer;
}

const call = (path: string, headers: Record<string, string> = {}) =>
  checkedFetch(gateway.url + signPath(system.key, path), { headers });
const remove = (path: string) =>
  checkedFetch(gateway.url + signPath(system.key, path, { method: 'DELETE' }), { method: 'DELETE' });
const exportPath = (format = 'pdf') => `/api/v1/cv/${cvId}/export/${format}`;
const fail = (reason: ExportFailure['reason'], retryable: boolean) => async () => {
  throw new UnrecoverableError(JSON.stringify({ reason, retryable, message: 'It failed.' }));
};

describe('a batch', () => {
  const order = (body: object, headers: Record<string, string> = {}) =>
    checkedFetch(gateway.url + signPath(system.key, '/api/v1/exports', { method: 'POST' }), {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });

  test('is one job, whose archive can be fetched, and which is forgotten when it is deleted', async () => {
    const answer = await order({ cvIds: [cvId, cvId, 5], format: 'pdf' });
    const location = answer.headers.get('location') ?? '';
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([202, '1']);
    const state = async () => ((await (await call(location)).json()) as { export: { state: string } }).export.state;
    await until('the batch is completed', async () => (await state()) === 'completed');
    expect(jobs).toMatchObject([{ cvIds: [cvId, 5], companyId: system.company.id, format: 'pdf' }]);
    expect((await call(`${location}/file`)).status).toBe(200);
    expect((await remove(location)).status).toBe(204);
    expect((await call(`${location}/file`)).status).toBe(404);
  });

  test('is packed again without a CV that was deleted since, though one that was never there is no reason to', async () => {
    const other = system.company.id + 500_000 + cvId;
    system.resume.cvs.set(other, { companyId: system.company.id, revision: 1, json: '{}' });
    const answer = await order({ cvIds: [cvId, other, 5], format: 'pdf' });
    const location = answer.headers.get('location') ?? '';
    const file = async () => (await call(`${location}/file`)).status;
    await until('the archive is there', async () => (await file()) === 200);
    expect((await call(`${location}/file`)).headers.get('x-archived-cvs')).toBeNull();
    expect(jobs).toHaveLength(1);

    const held = Promise.withResolvers<void>();
    render = () => held.promise;
    system.resume.cvs.delete(other);
    expect(await file()).toBe(409);
    await until('it is packed again', () => jobs.length === 2);
    expect((await (await call(location)).json()) as object).toMatchObject({ export: { state: 'active', url: null } });
    held.resolve();
    await until('the archive is there again', async () => (await file()) === 200);
    expect(jobs).toMatchObject([{ cvIds: [cvId, other, 5] }, { cvIds: [cvId, other, 5], format: 'pdf' }]);
    const [first, again] = jobs.map(({ address = '' }) => address);
    expect(archived.get(again ?? '')).toEqual([cvId]);
    expect(again).not.toBe(first);
    expect((await (await call(location)).json()) as object).toMatchObject({
      export: { id: first, state: 'completed', url: expect.stringContaining(`${first}/file`) },
    });
  });

  test('is made once for one idempotency key', async () => {
    const headers = { 'Idempotency-Key': `batch-${cvId}` };
    const answers = await Promise.all([1, 2, 3].map(() => order({ cvIds: [cvId], format: 'pdf' }, headers)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map((one) => one.headers.get('location'))).size).toBe(1);
    expect((await order({ cvIds: [cvId], format: 'odt' }, headers)).status).toBe(422);
    await until('it is made', () => jobs.length === 1);
    expect((await order({ cvIds: [cvId], format: 'pdf' }, headers)).headers.get('location')).toBe(
      answers[0]?.headers.get('location'),
    );
    expect(jobs).toHaveLength(1);
  });

  test('waits its turn when five of the company are not done', async () => {
    const finish: (() => void)[] = [];
    render = () => new Promise((resolve) => void finish.push(resolve));
    const answers = await Promise.all(Array.from({ length: 8 }, () => order({ cvIds: [cvId], format: 'pdf' })));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('10');
    await until('as many as the worker makes at once are begun', () => finish.length === 4);
    expect((await order({ cvIds: [cvId], format: 'pdf' })).status).toBe(429);
    expect((await remove(accepted[0]?.headers.get('location') ?? '')).status).toBe(204);
    render = async () => undefined;
    for (const done of finish) done();
    await until('there is room', async () => {
      const answer = await order({ cvIds: [cvId], format: 'pdf' });
      if (answer.status === 202) accepted.push(answer);
      return answer.status === 202;
    });
    for (const { headers } of accepted) {
      const address = headers.get('location')?.split('/').at(-1) ?? '';
      const ended = [undefined, 'completed', 'failed'];
      await until('it is made', async () => ended.includes((await parts.queue.state(address))?.state));
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
    expect((await order(body)).status).toBe(400);
    expect(jobs).toEqual([]);
  });
});

describe('an export', () => {
  test('is made, and its bytes and headers passed through', async () => {
    const answer = await call(exportPath());
    expect([answer.status, await answer.text()]).toEqual([200, FILE.toString()]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''cv.pdf",
      'content-length': String(FILE.length),
      etag: '"abc"',
      'x-ratelimit-limit': '1000',
    });
    expect(answer.headers.get('x-request-id')).not.toBe('of-the-worker');
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(jobs).toMatchObject([
      { cvId, companyId: system.company.id, format: 'pdf', address: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  test('does not show the worker the signature', async () => {
    await call(exportPath(), { Authorization: 'Bearer x', Cookie: 'a=b' });
    for (const request of seen) {
      expect(JSON.stringify(request)).not.toContain(system.key.key);
      // Its own, not the client's.
      expect(request).toMatchObject({ authorization: `Bearer ${identity.token(artifactAudience)}` });
      expect(request).not.toMatchObject({ cookie: expect.anything() });
    }
  });

  test('asked for by many at once renders once, and not again when it is stored', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(exportPath())));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await call(exportPath())).status).toBe(200);
    expect(jobs).toHaveLength(1);
  });

  test('of a changed CV is another', async () => {
    await call(exportPath());
    system.resume.cvs.set(cvId, { companyId: system.company.id, revision: 2, json: '{}' });
    await call(exportPath());
    expect(jobs).toHaveLength(2);
    expect(jobs[0]?.address).not.toBe(jobs[1]?.address);
  });

  test('whose file is gone is made again', async () => {
    await call(exportPath());
    files.clear();
    expect((await call(exportPath())).status).toBe(200);
    expect(jobs).toHaveLength(2);
  });

  test('that takes too long is a 202, and can be fetched when it is there', async () => {
    let finish: () => void = () => undefined;
    render = () => new Promise((resolve) => (finish = resolve));
    const answer = await call(exportPath(), { Prefer: 'respond-async, wait=1' });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('preference-applied')).toBe('respond-async');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const { export: view } = (await answer.json()) as { export: { id: string } };
    const location = answer.headers.get('location') ?? '';
    expect(location).toBe(`/api/v1/exports/${view.id}`);
    expect(view).toMatchObject({ format: 'pdf', state: 'waiting', url: null, expiresAt: null });

    const state = async () => ((await (await call(location)).json()) as { export: { state: string } }).export.state;
    await until('the job is active', async () => (await state()) === 'active');
    expect((await call(`${location}/file`)).status).toBe(409);
    finish();
    await until('the job is completed', async () => (await state()) === 'completed');
    const done = (await (await call(location)).json()) as { export: { url: string; expiresAt: string } };
    expect(done.export.url).toMatch(/\/api\/v1\/exports\/[0-9a-f]{64}\/file$/);
    expect(Date.parse(done.export.expiresAt)).toBeGreaterThan(Date.now());
    const file = await call(`${location}/file`);
    expect([file.status, await file.text()]).toEqual([200, FILE.toString()]);

    await parts.queue.forgetEnded(Date.now() + 1_000);
    expect(await (await call(location)).json()).toEqual(done);
  });

  test('of a CV that was changed while it was made is there without its job', async () => {
    storedAt = 'e'.repeat(64);
    const location = (await call(exportPath(), { Prefer: 'respond-async' })).headers.get('location') ?? '';
    const read = async () =>
      (await (await call(location)).json()) as { export: { state: string; expiresAt: string | null } };
    await until('the job is completed', async () => (await read()).export.state === 'completed');
    const before = await read();
    await parts.queue.forgetEnded(Date.now() + 1_000);
    expect(before.export.expiresAt).not.toBeNull();
    expect(await read()).toEqual(before);
    expect((await call(`${location}/file`)).status).toBe(200);
  });

  test('that is not ready within the wait is a 202 without being asked to be', async () => {
    let finish: () => void = () => undefined;
    render = () => new Promise((resolve) => (finish = resolve));
    const { queue, artifacts } = parts;
    const hasty = await system.start({ queue, artifacts, environment: { EXPORT_WAIT_MS: '1000' } });
    const started = performance.now();
    const answer = await checkedFetch(hasty.url + signPath(system.key, exportPath()));
    expect(answer.status).toBe(202);
    expect(performance.now() - started).toBeGreaterThanOrEqual(900);
    finish();
  });

  test('that waits says how many are before it, and is not made when it is deleted', async () => {
    const finish: (() => void)[] = [];
    render = () => new Promise((resolve) => void finish.push(resolve));
    for (let index = 0; index < 4; index += 1) {
      system.resume.cvs.set(900_000 + index, { companyId: system.company.id, revision: 1, json: '{}' });
      await call(`/api/v1/cv/${900_000 + index}/export/pdf`, { Prefer: 'respond-async' });
    }
    await until('all four that the worker renders at once are', () => jobs.length === 4);
    const locationOf = async () =>
      (await call(exportPath(), { Prefer: 'respond-async' })).headers.get('location') ?? '';
    const first = await locationOf();
    cvId = nextCv++ + system.company.id;
    system.resume.cvs.set(cvId, { companyId: system.company.id, revision: 1, json: '{}' });
    const second = await locationOf();
    const progress = async () =>
      ((await (await call(second)).json()) as { export: { progress: object } }).export.progress;
    expect(await progress()).toEqual({ percent: 0, ahead: 1, items: null });
    expect((await remove(first)).status).toBe(204);
    expect(await progress()).toEqual({ percent: 0, ahead: 0, items: null });
    expect([(await call(first)).status, (await remove(first)).status]).toEqual([404, 404]);
    render = async () => undefined;
    for (const done of finish) done();
    await until('the second is made', () => jobs.length === 5);
    expect(jobs[4]?.cvId).toBe(cvId);
  });

  test('that was deleted while somebody waits for it is a 409 to them', async () => {
    render = fail('cancelled', true);
    const answer = await call(exportPath());
    expect([answer.status, ((await answer.json()) as { error: { code: number } }).error.code]).toEqual([409, 409]);
    render = async () => undefined;
    expect((await call(exportPath())).status).toBe(200);
  });

  test('for a visitor is made after those of signed calls, unless one of them wants the same', async () => {
    const finish: (() => void)[] = [];
    render = () => new Promise((resolve) => void finish.push(resolve));
    const addCv = () => {
      cvId = system.company.id + nextCv++;
      system.resume.cvs.set(cvId, { companyId: system.company.id, revision: 1, json: '{}' });
      return cvId;
    };
    for (let index = 0; index < 4; index += 1) {
      addCv();
      await call(exportPath(), { Prefer: 'respond-async' });
    }
    await until('all four that the worker renders at once are', () => jobs.length === 4);
    const resume = createResumeClient(
      system.resume.address,
      gatewayIdentity({ SERVICE_KEYS: keyRing('keys').parse(system.serviceKeys) }),
    );
    const visit = (id: number) =>
      createExports({ resume, ...parts }).make(id, 'pdf', {
        caller: companyCaller(system.company.id, 'visit'),
        waitMs: 1,
        signal: AbortSignal.timeout(5_000),
        priority: 'visitor',
      });
    const [visited, wanted, signed] = [addCv(), addCv(), addCv()];
    await visit(visited);
    await visit(wanted);
    await call(exportPath(), { Prefer: 'respond-async' });
    cvId = wanted;
    await call(exportPath(), { Prefer: 'respond-async' });
    render = async () => undefined;
    const [first, ...others] = finish;
    first?.();
    await until('all that waited are made', () => jobs.length === 7);
    for (const done of others) done();
    resume.close();
    expect(jobs.slice(4).map((job) => job.cvId)).toEqual([signed, wanted, visited]);
  });

  test('of a client that leaves stops waiting, and the file is made all the same', async () => {
    let finish: () => void = () => undefined;
    render = () => new Promise((resolve) => (finish = resolve));
    const leaving = new AbortController();
    const path = signPath(system.key, exportPath());
    const answer = checkedFetch(gateway.url + path, { signal: leaving.signal });
    await until('the job runs', () => jobs.length === 1);
    leaving.abort();
    await expect(answer).rejects.toThrow();
    finish();
    await until('the file is there', () => files.has(jobs[0]?.address ?? ''));
    expect((await call(exportPath())).status).toBe(200);
    expect(jobs).toHaveLength(1);
  });

  test('that fails for good says so, and is not tried again', async () => {
    render = fail('renderer_crashed', false);
    expect((await call(exportPath())).status).toBe(500);
    expect((await call(exportPath())).status).toBe(500);
    expect(jobs).toHaveLength(1);
  });

  test('that failed for a reason that passes is made at the next call', async () => {
    render = fail('render_timeout', true);
    expect((await call(exportPath())).status).toBe(504);
    render = async () => undefined;
    expect((await call(exportPath())).status).toBe(200);
  });

  test.each([
    ['an unknown format', () => exportPath('exe'), 'Supported formats: pdf, odt, doc, docx, txt, json.'],
    ['another company’s CV', () => `/api/v1/cv/${system.company.id}/export/pdf`, undefined],
    ['an unknown export', () => `/api/v1/exports/${'0'.repeat(64)}`, undefined],
    ['no export at all', () => '/api/v1/exports/1', undefined],
    ['an unknown export’s file', () => `/api/v1/exports/${'0'.repeat(64)}/file`, undefined],
  ])('of %s is a 404', async (_what, path, message) => {
    const answer = await call(path());
    expect(answer.status).toBe(404);
    if (message) expect(await answer.json()).toMatchObject({ error: { message } });
    expect(jobs).toEqual([]);
  });

  test('is not there for another company, nor when its CV was deleted', async () => {
    const answer = await call(exportPath(), { Prefer: 'respond-async' });
    const location = answer.headers.get('location') ?? '';
    const other = await system.companies.create('Other', 'UTC');
    const key = await system.keys.create(other.id, 'k', 'unlimited');
    expect((await checkedFetch(gateway.url + signPath(key, location))).status).toBe(404);
    expect((await call(location)).status).toBe(200);
    system.resume.cvs.delete(cvId);
    expect((await call(location)).status).toBe(404);
  });

  test('is a 503 while no worker can be reached', async () => {
    const alone = await system.start({
      queue: parts.queue,
      artifacts: createArtifacts(['http://127.0.0.1:1'], identity),
    });
    const answer = await checkedFetch(alone.url + signPath(system.key, exportPath()));
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
  });
});
