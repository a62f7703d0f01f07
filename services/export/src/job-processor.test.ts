import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { batchJobName, type ExportResult, exportJobName, readExportFailure } from '@vitae/proto/export-job';
import { type Job, UnrecoverableError } from 'bullmq';
import type { CancellableJob } from './cancellations.ts';
import { createJobProcessor } from './job-processor.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

/** Ids that differ only after the part that is logged. */
const PREFIX = 'x'.repeat(128);

const BATCH = { cvIds: [1], companyId: 7, format: 'json', address: '0'.repeat(64) };

const jobWithId = (id: string, attemptsStarted = 1) =>
  ({
    id,
    name: exportJobName,
    data: { cvId: 1, companyId: 7, format: 'json' },
    timestamp: 1,
    attemptsStarted,
  }) as unknown as Job;

function createFixture() {
  const metrics = createMetrics('test');
  const checked: CancellableJob[] = [];
  const finish = Promise.withResolvers<void>();
  const processor = createJobProcessor({
    exportCv: async () => {
      await finish.promise;
      return { reused: false } as ExportResult;
    },
    exportBatch: () => Promise.reject(new TypeError('This test has no batches')),
    cancellations: {
      isCancelled: async (job) => {
        checked.push(job);
        return false;
      },
      onCancelled: () => undefined,
      close: () => undefined,
    },
    log: createLogger({ name: 'test', level: 'silent' }),
    metrics: createWorkerMetrics(metrics),
  });
  return { checked, finish: finish.resolve, metrics, processor };
}

test('cancels a job by its whole id, however long it is', async () => {
  const { checked, finish, processor } = createFixture();
  const jobs = [`${PREFIX}one`, `${PREFIX}two`].map((id) => processor.process(jobWithId(id)));
  expect(checked.map(({ id }) => id)).toEqual([`${PREFIX}one`, `${PREFIX}two`]);
  expect(processor.runningJobsOf(`${PREFIX}two`)).toEqual([`${PREFIX}two`]);
  expect(processor.runningJobsOf(PREFIX)).toEqual([]);
  finish();
  await Promise.all(jobs);
  expect(processor.runningJobsOf(`${PREFIX}one`)).toEqual([]);
});

test('still runs a job that is started for the 20th time', async () => {
  const { finish, processor } = createFixture();
  finish();
  await expect(processor.process(jobWithId('stalled', 20))).resolves.toMatchObject({ reused: false });
});

test('fails a job as worker_lost when it is started for the 21st time', async () => {
  const { finish, processor } = createFixture();
  finish();
  const failure = await processor.process(jobWithId('stalled', 21)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnrecoverableError);
  expect(readExportFailure((failure as Error).message)).toEqual({
    reason: 'worker_lost',
    retryable: false,
    message: 'The job was started 20 times without finishing.',
  });
});

test('counts exports toward the objective, except those of batches and with an invalid payload', async () => {
  const { finish, metrics, processor } = createFixture();
  finish();
  const ended = (job: object) => processor.process({ ...jobWithId('one'), ...job } as Job).catch(() => undefined);
  await ended({ priority: 1, timestamp: Date.now() });
  await ended({ priority: 1, timestamp: Date.now() - 61_000 });
  await ended({ priority: 10, timestamp: Date.now(), attemptsStarted: 21, opts: { attempts: 5 } });
  await ended({ priority: 100 });
  await ended({ priority: 1, data: {} });
  const counts = (await metrics.render()).matchAll(
    /^vitae_slo_requests_total\{slo="([\w-]+)",outcome="(\w+)".*\} (\d+)/gm,
  );
  expect([...counts].map(([, ...labelsAndCount]) => labelsAndCount)).toEqual([
    ['export-time', 'good', '1'],
    ['export-time', 'bad', '2'],
  ]);
});

test('records the time to file of jobs that ended, but not of those that are retried', async () => {
  const { finish, metrics, processor } = createFixture();
  finish();
  const ended = (job: object) => processor.process({ ...jobWithId('one'), ...job } as Job).catch(() => undefined);
  await ended({ priority: 1 });
  await ended({ priority: 100, data: {} });
  await ended({ priority: 10, attemptsStarted: 21, opts: { attempts: 5 } });
  await ended({ priority: 10, name: batchJobName, data: BATCH, attemptsMade: 0, opts: { attempts: 5 } });
  await ended({ priority: 7, name: batchJobName, data: BATCH, attemptsMade: 4, opts: { attempts: 5 } });
  const text = await metrics.render();
  const counts = [
    ...text.matchAll(/^vitae_export_time_to_file_seconds_count\{.*priority="(\w+)",outcome="(\w+)".*\} (\d+)/gm),
  ];
  expect(counts.map(([, ...labelsAndCount]) => labelsAndCount)).toEqual([
    ['waiting', 'filed', '1'],
    ['batch', 'rejected', '1'],
    ['background', 'failed', '1'],
    ['other', 'failed', '1'],
  ]);
  expect(text).toMatch(/^messaging_client_consumed_messages_total\{messaging_destination_name="exports".*\} 5$/m);
});
