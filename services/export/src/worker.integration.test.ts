import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { sampleSource } from '@vitae/document/sample-source';
import { systemClock } from '@vitae/kit/clock';
import { notFound } from '@vitae/kit/errors';
import { createGrpcClient } from '@vitae/kit/grpc-client';
import { createGrpcServer, type GrpcServer, type Handlers } from '@vitae/kit/grpc-server';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { queueConnection } from '@vitae/kit/redis';
import { openScratchDatabase, type ScratchDatabase } from '@vitae/kit/scratch-database';
import { scratchIdentity } from '@vitae/kit/scratch-identity';
import { contracts } from '@vitae/proto/contract';
import { exportAddress } from '@vitae/proto/export-address';
import {
  type ExportPayload,
  type ExportResult,
  exportJobName,
  exportJobOptions,
  exportQueue,
  readExportFailure,
} from '@vitae/proto/export-job';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { type Job, Queue, QueueEvents } from 'bullmq';
import { launchBrowser } from './browser/launch-browser.ts';
import { createPrinter, type Printer } from './browser/printer.ts';
import { createExportCv } from './export-cv.ts';
import { formatOf } from './formats/registry.ts';
import { createGridFsArtifactStore, type GridFsArtifactStore } from './gridfs-artifact-store.ts';
import { createSourceClient } from './source-client.ts';
import { createExportWorker, type ExportWorker } from './worker.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const metrics = createMetrics('test');
const { identity, admits } = scratchIdentity();
const prefix = `test-${randomUUID()}`;
const connection = queueConnection(process.env.REDIS_URL ?? '');
const patience = 30_000;
const noOffice = { convert: () => Promise.reject(new Error('not in this test')), close: async () => undefined };

/** Stands in for the resume service: CV 1 is there, 2 is not, 3 cannot be read, 4 is there on the third time. */
function resumeStandIn(calls: { requestId: string; companyId: number }[]): GrpcServer {
  const timesAsked = new Map<number, number>();
  const { name, definition } = contracts.resume();
  const unused = Object.fromEntries(Object.keys(definition).map((method) => [method, async () => ({})]));
  const handlers: Partial<Handlers<ResumeServiceDefinition>> = {
    GetExportSource: async ({ id }, { caller }) => {
      calls.push({ requestId: caller.requestId, companyId: caller.companyId });
      timesAsked.set(id, (timesAsked.get(id) ?? 0) + 1);
      if (id === 2) throw notFound('cv_not_found', 'There is no such CV.');
      if (id === 4 && (timesAsked.get(id) ?? 0) < 3) throw new Error('not yet');
      const source = sampleSource();
      const document = id === 3 ? '{"cv": null}' : JSON.stringify({ ...source, cv: { ...source.cv, id } });
      return { ...envelope(id), document: Buffer.from(document) };
    },
  };
  return createGrpcServer({
    name,
    definition,
    handlers: { ...unused, ...handlers } as Handlers<ResumeServiceDefinition>,
    admits: admits(name),
    log,
    metrics,
  });
}

function envelope(id: number) {
  const printDisplay = Buffer.from(JSON.stringify(sampleSource().printDisplay));
  return { id, userId: 3, revision: 5, anonymized: false, printDisplay, culture: 'en_US' };
}

function addressOf(cvId: number, format: ExportPayload['format']): string {
  const { revision, anonymized, printDisplay, culture } = envelope(cvId);
  return exportAddress({ cvId, revision, anonymized, printDisplay: printDisplay.toString(), culture, format });
}

describe('jobs of the queue', () => {
  const calls: { requestId: string; companyId: number }[] = [];
  let database: ScratchDatabase;
  let server: GrpcServer;
  let printer: Printer;
  let store: GridFsArtifactStore;
  let worker: ExportWorker;
  let queue: Queue;
  let events: QueueEvents;
  let closeClient: () => void;

  beforeAll(async () => {
    database = await openScratchDatabase(process.env.MONGODB_URI);
    server = resumeStandIn(calls);
    const address = `127.0.0.1:${await server.start('127.0.0.1', 0)}`;
    const client = createGrpcClient({ ...contracts.resume(), address, identity, reads: [] });
    closeClient = client.close;
    printer = createPrinter({
      launch: () => launchBrowser(process.env.PUPPETEER_EXECUTABLE_PATH ?? ''),
      limits: { renderMs: 10_000, renders: 500, memoryMb: 2_000 },
      warmUp: { pages: 1, html: '<p>warm' },
      log,
    });
    store = createGridFsArtifactStore({ connection: database.connection, clock: systemClock, keepMs: 60_000 });
    await store.createIndexes();
    const exportCv = createExportCv({
      formatOf,
      readSource: createSourceClient(client.call),
      store,
      tools: { printer, office: noOffice },
      clock: systemClock,
    });
    worker = createExportWorker({ connection, exportCv, concurrency: 2, log, metrics, prefix, lockMs: 1_000 });
    queue = new Queue(exportQueue, { connection, prefix });
    events = new QueueEvents(exportQueue, { connection, prefix });
    await events.waitUntilReady();
    worker.start();
  }, patience);

  afterAll(async () => {
    await worker.close(2_000);
    await events.close();
    await queue.obliterate({ force: true });
    await queue.close();
    await printer.close();
    closeClient();
    await server.drain(1_000);
    await database.drop();
  }, patience);

  const options = { ...exportJobOptions, backoff: { type: 'exponential', delay: 20 } };

  function add(payload: object, jobId: string = randomUUID()): Promise<Job> {
    return queue.add(exportJobName, payload, { ...options, jobId });
  }

  async function resultOf(job: Job): Promise<ExportResult> {
    return (await job.waitUntilFinished(events, patience)) as ExportResult;
  }

  async function failureOf(job: Job) {
    await expect(job.waitUntilFinished(events, patience)).rejects.toThrow();
    const failed = await queue.getJob(job.id ?? '');
    return { ...readExportFailure(failed?.failedReason), attempts: failed?.attemptsMade };
  }

  test(
    'a PDF is made, stored and found under its address',
    async () => {
      const address = addressOf(1, 'pdf');
      const result = await resultOf(
        await add({ cvId: 1, companyId: 7, format: 'pdf', address, requestId: 'request-77' }, address),
      );
      expect(result).toMatchObject({
        address,
        contentType: 'application/pdf',
        fileName: 'Jane Developer - CV.pdf',
        reused: false,
      });
      expect(calls).toContainEqual({ requestId: 'request-77', companyId: 7 });
      const stored = await store.find(address);
      expect(stored).toMatchObject({ bytes: result.bytes, sha256: result.sha256 });
      const pdf = stored && (await buffer(await store.read(stored)));
      expect(execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString()).toContain('Jane Developer');
    },
    patience,
  );

  test(
    'the same export under another job is not made again',
    async () => {
      const payload = { cvId: 1, companyId: 7, format: 'json', address: addressOf(1, 'json') };
      expect(await resultOf(await add(payload))).toMatchObject({ reused: false });
      const before = calls.length;
      expect(await resultOf(await add(payload))).toMatchObject({ reused: true });
      expect(calls).toHaveLength(before);
    },
    patience,
  );

  test(
    'equal jobs added at once run once',
    async () => {
      const payload = { cvId: 11, companyId: 7, format: 'json', address: addressOf(11, 'json') };
      const before = calls.length;
      const jobs = await Promise.all(Array.from({ length: 10 }, () => add(payload, payload.address)));
      const results = await Promise.all(jobs.map(resultOf));
      expect(new Set(results.map((one) => one.sha256)).size).toBe(1);
      expect(calls).toHaveLength(before + 1);
    },
    patience,
  );

  test.each([
    [{ cvId: 'one', companyId: 7, format: 'pdf' }, 'invalid_payload'],
    [{ cvId: 1, companyId: 7, format: 'exe' }, 'invalid_payload'],
    [{}, 'invalid_payload'],
    [{ cvId: 2, companyId: 7, format: 'pdf' }, 'cv_not_found'],
    [{ cvId: 3, companyId: 7, format: 'pdf' }, 'source_invalid'],
  ])(
    '%j ends at once as %s',
    async (payload, reason) => {
      expect(await failureOf(await add(payload))).toMatchObject({ reason, retryable: false, attempts: 1 });
    },
    patience,
  );

  test(
    'a job of another name is refused',
    async () => {
      const job = await queue.add(
        'other',
        { cvId: 1, companyId: 7, format: 'pdf' },
        { ...options, jobId: randomUUID() },
      );
      expect(await failureOf(job)).toMatchObject({ reason: 'invalid_payload', attempts: 1 });
    },
    patience,
  );

  test(
    'what may pass is tried again until it does',
    async () => {
      const job = await add({ cvId: 4, companyId: 7, format: 'json' });
      expect(await resultOf(job)).toMatchObject({ reused: false });
      expect((await queue.getJob(job.id ?? ''))?.attemptsMade).toBe(3);
    },
    patience,
  );

  test(
    'a job whose worker was killed is finished by another',
    async () => {
      const own = `${prefix}-kill`;
      const killed = spawn(process.execPath, ['-e', takesAJobAndHangs(own)], { stdio: ['ignore', 'pipe', 'inherit'] });
      const ownQueue = new Queue(exportQueue, { connection, prefix: own });
      const ownEvents = new QueueEvents(exportQueue, { connection, prefix: own });
      const job = await ownQueue.add(
        exportJobName,
        { cvId: 1, companyId: 7, format: 'json' },
        { ...options, jobId: randomUUID() },
      );
      await new Promise((resolve) => killed.stdout.once('data', resolve));
      killed.kill('SIGKILL');
      const exportCv = async () => ({ address: 'taken over' }) as ExportResult;
      const other = createExportWorker({
        connection,
        exportCv,
        concurrency: 1,
        log,
        metrics: createMetrics('other'),
        prefix: own,
        lockMs: 500,
      });
      other.start();
      expect(await job.waitUntilFinished(ownEvents, patience)).toEqual({ address: 'taken over' });
      await other.close(1_000);
      await ownEvents.close();
      await ownQueue.obliterate({ force: true });
      await ownQueue.close();
    },
    patience,
  );
});

function takesAJobAndHangs(ownPrefix: string): string {
  const bullmq = createRequire(import.meta.url).resolve('bullmq');
  return `const { Worker } = require(${JSON.stringify(bullmq)});
    new Worker('${exportQueue}', () => { console.log('taken'); return new Promise(() => {}); },
      { connection: { url: ${JSON.stringify(process.env.REDIS_URL)} }, prefix: '${ownPrefix}', lockDuration: 500, stalledInterval: 250 });`;
}
