import { execFileSync, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { type ExportResult, exportJobName, exportQueue } from '@vitae/proto/export-job';
import { fakeCvAddress } from '@vitae/test/support/export/fake-resume-server';
import { startWorkerFixture, type WorkerFixture } from '@vitae/test/support/export/worker-fixture';
import { Queue, QueueEvents } from 'bullmq';
import { nothingCancelled } from './cancellations.ts';
import { OfficeTimeout } from './office/office-errors.ts';
import { createExportWorker } from './worker.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

const patience = 120_000;

describe('jobs of the queue', () => {
  let exports: WorkerFixture;
  beforeAll(async () => {
    const hanging = { convert: () => Promise.reject(new OfficeTimeout('Not converted')), close: async () => undefined };
    exports = await startWorkerFixture(process.env, { tools: { office: hanging } });
  }, patience);
  afterAll(() => exports.close(), patience);

  test(
    'a PDF is made, stored and found under its address',
    async () => {
      const address = fakeCvAddress(1, 'pdf');
      const result = await exports.resultOf<ExportResult>(
        await exports.add(
          { cvId: 1, companyId: 7, format: 'pdf', address, requestId: 'request-77' },
          { jobId: address },
        ),
      );
      expect(result).toMatchObject({
        address,
        contentType: 'application/pdf',
        fileName: 'Jane Developer - CV.pdf',
        reused: false,
      });
      expect(exports.calls).toContainEqual({ requestId: 'request-77', companyId: 7 });
      const stored = await exports.store.find(address);
      expect(stored).toMatchObject({ bytes: result.bytes, sha256: result.sha256 });
      const pdf = stored && (await buffer(await exports.store.read(stored)));
      expect(execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString()).toContain('Jane Developer');
    },
    patience,
  );

  test(
    'the same export under another job is not made again',
    async () => {
      const payload = { cvId: 1, companyId: 7, format: 'json', address: fakeCvAddress(1, 'json') };
      const first = await exports.resultOf<ExportResult>(await exports.add(payload));
      const second = await exports.resultOf<ExportResult>(await exports.add(payload));
      expect([first.reused, second.reused]).toEqual([false, true]);
      expect(second.sha256).toBe(first.sha256);
    },
    patience,
  );

  test(
    'equal jobs added at once run once',
    async () => {
      const payload = { cvId: 11, companyId: 7, format: 'json', address: fakeCvAddress(11, 'json') };
      const before = exports.calls.length;
      const jobs = await Promise.all(
        Array.from({ length: 10 }, () => exports.add(payload, { jobId: payload.address })),
      );
      const results = await Promise.all(jobs.map((job) => exports.resultOf<ExportResult>(job)));
      expect(new Set(results.map((one) => one.sha256)).size).toBe(1);
      expect(exports.calls).toHaveLength(before + 1);
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
      expect(await exports.failureOf(await exports.add(payload))).toMatchObject({
        reason,
        retryable: false,
        attempts: 1,
      });
    },
    patience,
  );

  test(
    'a job of another name is refused',
    async () => {
      const job = await exports.add({ cvId: 1, companyId: 7, format: 'pdf' }, {}, 'other');
      expect(await exports.failureOf(job)).toMatchObject({ reason: 'invalid_payload', attempts: 1 });
    },
    patience,
  );

  test(
    'what may pass is tried again until it does',
    async () => {
      const job = await exports.add({ cvId: 4, companyId: 7, format: 'json' });
      expect(await exports.resultOf(job)).toMatchObject({ reused: false });
      expect((await exports.queue.getJob(job.id ?? ''))?.attemptsMade).toBe(3);
    },
    patience,
  );

  test(
    'what is not done in its time twice is not begun again',
    async () => {
      const job = await exports.add({ cvId: 41, companyId: 7, format: 'odt' });
      expect(await exports.failureOf(job)).toMatchObject({ reason: 'render_too_slow', retryable: false, attempts: 2 });
    },
    patience,
  );

  test(
    'a job whose worker was killed is finished by another',
    async () => {
      const { connection, prefix, store } = exports;
      const own = `${prefix}-kill`;
      const killed = spawn(process.execPath, ['-e', takesAJobAndHangs(own)], { stdio: ['ignore', 'pipe', 'inherit'] });
      const ownQueue = new Queue(exportQueue, { connection, prefix: own });
      const ownEvents = new QueueEvents(exportQueue, { connection, prefix: own });
      const job = await ownQueue.add(exportJobName, { cvId: 1, companyId: 7, format: 'json' }, { attempts: 5 });
      await new Promise((resolve) => killed.stdout.once('data', resolve));
      killed.kill('SIGKILL');
      const exportCv = async () => ({ address: 'taken over' }) as ExportResult;
      const other = createExportWorker({
        connection,
        exportCv,
        store,
        cancellations: nothingCancelled,
        concurrency: 1,
        log: createLogger({ name: 'test', level: 'silent' }),
        metrics: createWorkerMetrics(createMetrics('other')),
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

  test(
    'a worker that is told to stop ends the job that it has, and leaves the next one to others',
    async () => {
      const { connection, prefix, store } = exports;
      const own = `${prefix}-drain`;
      const ownQueue = new Queue(exportQueue, { connection, prefix: own });
      const ownEvents = new QueueEvents(exportQueue, { connection, prefix: own });
      await ownEvents.waitUntilReady();
      const begun = Promise.withResolvers<void>();
      const finish = Promise.withResolvers<void>();
      const exportCv = async ({ cvId }: { cvId: number }) => {
        begun.resolve();
        await finish.promise;
        return { address: `${cvId}` } as ExportResult;
      };
      const worker = createExportWorker({
        connection,
        exportCv,
        store,
        cancellations: nothingCancelled,
        concurrency: 1,
        log: createLogger({ name: 'test', level: 'silent' }),
        metrics: createWorkerMetrics(createMetrics('draining')),
        prefix: own,
      });
      const payload = { companyId: 7, format: 'json' };
      const first = await ownQueue.add(exportJobName, { ...payload, cvId: 1 });
      const second = await ownQueue.add(exportJobName, { ...payload, cvId: 2 });
      worker.start();
      await begun.promise;
      const closed = worker.close(patience);
      finish.resolve();
      await closed;
      expect(await first.waitUntilFinished(ownEvents, patience)).toEqual({ address: '1' });
      expect(await second.getState()).toBe('waiting');
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
