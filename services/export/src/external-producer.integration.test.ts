import { readFileSync } from 'node:fs';
import { startWorkerFixture, type WorkerFixture } from '@vitae/test/support/export/worker-fixture';
import { type Job, Queue, QueueEvents } from 'bullmq';
import { z } from 'zod';

// Knows of Vitae only what docs/export-queue.md and the JSON Schema say: no shape or name is imported.
const schema = JSON.parse(readFileSync(new URL('../../../proto/export-jobs.schema.json', import.meta.url), 'utf8')) as {
  $defs: Record<string, Parameters<typeof z.fromJSONSchema>[0]>;
};
const shape = (name: string) => z.fromJSONSchema(schema.$defs[name] ?? false);
const patience = 120_000;

let exports: WorkerFixture;
let queue: Queue;
let events: QueueEvents;

beforeAll(async () => {
  exports = await startWorkerFixture(process.env);
  const { connection, prefix } = exports;
  queue = new Queue('exports', { connection, prefix });
  events = new QueueEvents('exports', { connection, prefix });
  await events.waitUntilReady();
}, patience);
afterAll(async () => {
  await events.close();
  await queue.close();
  await exports.close();
}, patience);

/** What is in Redis, read without BullMQ. */
function stored(job: Job): Promise<Record<string, string>> {
  return exports.redis.hgetall(`${exports.prefix}:exports:${job.id}`);
}

describe('a job that a stranger adds', () => {
  test(
    'renders, says how far it is, and ends with a result of the documented shape',
    async () => {
      const progress: unknown[] = [];
      events.on('progress', ({ data }) => void progress.push(data));
      const payload = { cvId: 1, companyId: 7, format: 'pdf', of: 'another system' };
      expect(shape('exportPayload').safeParse(payload).success).toBe(true);
      const job = await queue.add('export', payload, { attempts: 5, priority: 1 });
      const result: unknown = await job.waitUntilFinished(events, patience);
      expect(() => shape('exportResult').parse(result)).not.toThrow();
      expect(result).toMatchObject({ contentType: 'application/pdf', reused: false });
      expect(JSON.parse((await stored(job)).returnvalue ?? '')).toEqual(result);
      expect(progress.length).toBeGreaterThan(0);
      for (const one of progress) expect(() => shape('exportProgress').parse(one)).not.toThrow();
    },
    patience,
  );

  test.each([
    ['export', { cvId: '12', companyId: 7, format: 'pdf' }],
    ['export', { cvId: 12, format: 'pdf' }],
    ['export', 'text'],
    ['export', null],
    ['export', [{}]],
    ['batch', { cvIds: [], companyId: 7, format: 'pdf', address: 'a'.repeat(64) }],
    ['Export', { cvId: 12, companyId: 7, format: 'pdf' }],
  ])(
    'as %s with %j fails at once with a typed reason, and stays readable',
    async (name, payload) => {
      const job = await queue.add(name, payload, { attempts: 5 });
      await expect(job.waitUntilFinished(events, patience)).rejects.toThrow();
      const { failedReason = '', data = '', atm } = await stored(job);
      const failure: unknown = JSON.parse(failedReason);
      expect(() => shape('exportFailure').parse(failure)).not.toThrow();
      expect(failure).toMatchObject({ reason: 'invalid_payload', retryable: false });
      expect([JSON.parse(data), atm]).toEqual([payload, '1']);
    },
    patience,
  );
});
