import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { type ExportResult, exportJobName, readExportFailure } from '@vitae/proto/export-job';
import { type Job, UnrecoverableError } from 'bullmq';
import type { CancellableJob } from './cancellations.ts';
import { createJobProcessor } from './job-processor.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

/** Ids that differ only after the part that is logged. */
const PREFIX = 'x'.repeat(128);

const jobWithId = (id: string, attemptsStarted = 1) =>
  ({
    id,
    name: exportJobName,
    data: { cvId: 1, companyId: 7, format: 'json' },
    timestamp: 1,
    attemptsStarted,
  }) as unknown as Job;

function createFixture() {
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
    metrics: createWorkerMetrics(createMetrics('test')),
  });
  return { checked, finish: finish.resolve, processor };
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
