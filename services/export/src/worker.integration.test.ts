import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { isWellFilled } from '@vitae/document/fitting/choose-layout';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { exportTemplateVersion as templateVersion } from '@vitae/proto/export-address';
import { type ExportResult, exportJobName, exportPriority, exportQueue } from '@vitae/proto/export-job';
import { FLAKY_CV, fakeCvAddress, INVALID_CV, MISSING_CV } from '@vitae/test/support/export/fake-resume-server';
import { noCancellations, startWorkerFixture, type WorkerFixture } from '@vitae/test/support/export/worker-fixture';
import { Queue, QueueEvents } from 'bullmq';
import type { ExportCv } from './export-cv.ts';
import { OfficeTimeout } from './office/office-errors.ts';
import { oldestJobs } from './queue-age.ts';
import { createExportWorker } from './worker.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

const WAIT_MS = 110_000;

let exports: WorkerFixture;
beforeAll(async () => {
  const hangingOffice = { convert: () => Promise.reject(new OfficeTimeout('hanging')), close: async () => undefined };
  exports = await startWorkerFixture(process.env, { renderers: { office: hangingOffice } });
});
afterAll(() => exports.close());

describe('export job', () => {
  test('renders a PDF and stores it at its content address', async () => {
    const address = fakeCvAddress(1, 'pdf');
    const payload = { cvId: 1, companyId: 7, format: 'pdf', address, requestId: 'request-77', templateVersion };
    const result = await exports.resultOf<ExportResult>(await exports.add(payload, { jobId: address }));
    expect(result).toMatchObject({
      address,
      contentType: 'application/pdf',
      fileName: 'Jane Developer - CV.pdf',
      reused: false,
      layout: { pages: result.layout?.fill.length, densityStep: expect.any(Number), maxPagesMet: true },
    });
    expect(isWellFilled(result.layout?.fill ?? [])).toBe(true);
    expect(result.receipt).toContain(JSON.stringify({ layout: result.layout }).slice(1, -1));
    expect(exports.sourceRequests).toContainEqual({ requestId: 'request-77', companyId: 7 });
    const stored = await exports.store.find(address);
    expect(stored).toMatchObject({ bytes: result.bytes, sha256: result.sha256 });
    const pdf = stored && (await buffer(await exports.store.read(stored)));
    expect(execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString()).toContain('Jane Developer');
  });

  test('reuses the file of an earlier job', async () => {
    const payload = { cvId: 1, companyId: 7, format: 'json', address: fakeCvAddress(1, 'json') };
    const first = await exports.resultOf<ExportResult>(await exports.add(payload));
    const second = await exports.resultOf<ExportResult>(await exports.add(payload));
    expect([first.reused, second.reused]).toEqual([false, true]);
    expect(second.sha256).toBe(first.sha256);
  });

  test('runs once if it is added several times with the same id', async () => {
    const payload = { cvId: 11, companyId: 7, format: 'json', address: fakeCvAddress(11, 'json') };
    const requestsBefore = exports.sourceRequests.length;
    const jobs = await Promise.all(Array.from({ length: 10 }, () => exports.add(payload, { jobId: payload.address })));
    const results = await Promise.all(jobs.map((job) => exports.resultOf<ExportResult>(job)));
    expect(new Set(results.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(exports.sourceRequests).toHaveLength(requestsBefore + 1);
  });

  test.each([
    [{ cvId: 'one', companyId: 7, format: 'pdf' }, 'invalid_payload'],
    [{ cvId: 1, companyId: 7, format: 'exe' }, 'invalid_payload'],
    [{}, 'invalid_payload'],
    [{ cvId: MISSING_CV, companyId: 7, format: 'pdf' }, 'cv_not_found'],
    [{ cvId: INVALID_CV, companyId: 7, format: 'pdf' }, 'source_invalid'],
  ])('fails without a retry: %j is %s', async (payload, reason) => {
    const failure = { reason, retryable: false, attempts: 1 };
    expect(await exports.failureOf(await exports.add(payload))).toMatchObject(failure);
  });

  test('fails if its name is unknown', async () => {
    const job = await exports.add({ cvId: 1, companyId: 7, format: 'pdf' }, {}, 'other');
    expect(await exports.failureOf(job)).toMatchObject({ reason: 'invalid_payload', attempts: 1 });
  });

  test('is retried after a temporary failure', async () => {
    const job = await exports.add({ cvId: FLAKY_CV, companyId: 7, format: 'json' });
    expect(await exports.resultOf(job)).toMatchObject({ reused: false });
    expect((await exports.queue.getJob(job.id ?? ''))?.attemptsMade).toBe(3);
  });

  test('fails permanently after two render timeouts', async () => {
    const job = await exports.add({ cvId: 41, companyId: 7, format: 'odt' });
    const failure = { reason: 'render_too_slow', retryable: false, attempts: 2 };
    expect(await exports.failureOf(job)).toMatchObject(failure);
  });
});

describe('export worker', () => {
  const jobOptions = { companyId: 7, format: 'json' };

  /** A queue of its own, and a function to create workers for it. */
  async function openQueue(name: string) {
    const { connection, store } = exports;
    const prefix = `${exports.prefix}-${name}`;
    const queue = new Queue(exportQueue, { connection, prefix });
    const events = new QueueEvents(exportQueue, { connection, prefix });
    await events.waitUntilReady();
    const createWorker = (exportCv: ExportCv, lockMs = 5_000) =>
      createExportWorker({
        connection,
        exportCv,
        checkGrant: async () => undefined,
        store,
        cancellations: noCancellations,
        concurrency: 1,
        log: createLogger({ name: 'test', level: 'silent' }),
        metrics: createWorkerMetrics(createMetrics(name)),
        prefix,
        lockMs,
      });
    const close = async () => {
      await events.close();
      await queue.obliterate({ force: true });
      await queue.close();
    };
    return { prefix, queue, events, createWorker, close };
  }

  test('takes over the job of a killed worker', async () => {
    const { prefix, queue, events, createWorker, close } = await openQueue('kill');
    const hangingWorker = spawn(process.execPath, ['-e', hangingWorkerScript(prefix)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const job = await queue.add(exportJobName, { ...jobOptions, cvId: 1 }, { attempts: 5 });
    await once(hangingWorker.stdout, 'data');
    hangingWorker.kill('SIGKILL');
    const worker = createWorker(async () => ({ address: 'taken over' }) as ExportResult, 500);
    worker.start();
    expect(await job.waitUntilFinished(events, WAIT_MS)).toEqual({ address: 'taken over' });
    await worker.close(1_000);
    await close();
  });

  test('reports the age of the oldest waiting job of each priority', async () => {
    const { queue, close } = await openQueue('ages');
    const add = (id: string, priority: number, seconds: number) =>
      queue.add('cv', {}, { jobId: id, priority, timestamp: 10_000_000 - seconds * 1_000 });
    await add('first-of-batch', exportPriority.batch, 90);
    await add('second-of-batch', exportPriority.batch, 50);
    await add('background', exportPriority.background, 7);
    await add('without-priority', 0, 3);
    expect(Object.fromEntries(await oldestJobs(queue, 10_000_000))).toEqual({
      ...{ none: 3, waiting: 0, background: 7, visitor: 0, batch: 90 },
    });
    await close();
  });

  test('finishes its job and takes no other one when it is closed', async () => {
    const { queue, events, createWorker, close } = await openQueue('drain');
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const worker = createWorker(async ({ cvId }) => {
      started.resolve();
      await finish.promise;
      return { address: `${cvId}` } as ExportResult;
    });
    const first = await queue.add(exportJobName, { ...jobOptions, cvId: 1 });
    const second = await queue.add(exportJobName, { ...jobOptions, cvId: 2 });
    worker.start();
    await started.promise;
    const closed = worker.close(WAIT_MS);
    finish.resolve();
    await closed;
    expect(await first.waitUntilFinished(events, WAIT_MS)).toEqual({ address: '1' });
    expect(await second.getState()).toBe('waiting');
    await close();
  });
});

/** A worker that reports the first job that it takes and never finishes it. */
function hangingWorkerScript(prefix: string): string {
  const bullmq = createRequire(import.meta.url).resolve('bullmq');
  return `const { Worker } = require(${JSON.stringify(bullmq)});
    new Worker('${exportQueue}', () => { console.log('taken'); return new Promise(() => {}); },
      { connection: { url: ${JSON.stringify(process.env.REDIS_URL)} }, prefix: '${prefix}', lockDuration: 500, stalledInterval: 250 });`;
}
