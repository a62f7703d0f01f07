import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startWorkerFixture, type WorkerFixture } from '@vitae/test/support/export/worker-fixture';
import { type Job, Queue, QueueEvents } from 'bullmq';
import { z } from 'zod';

// Uses only the public contract, docs/export-queue.md and the JSON Schema, and imports no names or types of it.
const schema = JSON.parse(readFileSync(new URL('../../../proto/export-jobs.schema.json', import.meta.url), 'utf8')) as {
  $defs: Record<string, Parameters<typeof z.fromJSONSchema>[0]>;
};
const schemaOf = (name: string) => z.fromJSONSchema(schema.$defs[name] ?? false);
const WAIT_MS = 110_000;

let exports: WorkerFixture;
let queue: Queue;
let events: QueueEvents;

beforeAll(async () => {
  exports = await startWorkerFixture(process.env);
  const { connection, prefix } = exports;
  queue = new Queue('exports', { connection, prefix });
  events = new QueueEvents('exports', { connection, prefix });
  await events.waitUntilReady();
});
afterAll(async () => {
  await events.close();
  await queue.close();
  await exports.close();
});

const encode = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');

function grantOf({ cvId, companyId, format }: { cvId: number; companyId: number; format: string }): string {
  const key = createPrivateKey({ key: Buffer.from(exports.producerKey, 'base64'), format: 'der', type: 'pkcs8' });
  const exp = Math.floor(Date.now() / 1000) + 6 * 3600;
  const claims = { iss: 'erp', aud: 'vitae.export.jobs', exp, cvId, companyId, format };
  const content = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${sign(null, Buffer.from(content), key).toString('base64url')}`;
}

/** Reads the job from Redis without BullMQ. */
function storedJob(job: Job): Promise<Record<string, string>> {
  return exports.redis.hgetall(`${exports.prefix}:exports:${job.id}`);
}

describe('job of an external producer', () => {
  test('reports progress and returns a result as documented', async () => {
    const progress: unknown[] = [];
    events.on('progress', ({ data }) => void progress.push(data));
    const payload = { cvId: 1, companyId: 7, format: 'pdf', producer: 'another system' };
    const signed = { ...payload, grant: grantOf(payload) };
    expect(schemaOf('exportPayload').safeParse(signed).success).toBe(true);
    const job = await queue.add('export', signed, { attempts: 5, priority: 1 });
    const result: unknown = await job.waitUntilFinished(events, WAIT_MS);
    expect(() => schemaOf('exportResult').parse(result)).not.toThrow();
    expect(result).toMatchObject({ contentType: 'application/pdf', reused: false });
    expect(JSON.parse((await storedJob(job)).returnvalue ?? '')).toEqual(result);
    expect(progress.length).toBeGreaterThan(0);
    for (const update of progress) expect(() => schemaOf('exportProgress').parse(update)).not.toThrow();
  });

  test('is not retried if it is unsigned, altered, or for a company of another producer', async () => {
    const payload = { cvId: 1, companyId: 7, format: 'json' };
    const other = { ...payload, companyId: 8 };
    const grant = grantOf(payload);
    const rejected = [payload, { ...payload, cvId: 2, grant }, { ...other, grant: grantOf(other) }];
    for (const one of rejected) {
      const job = await queue.add('export', one, { attempts: 5 });
      await expect(job.waitUntilFinished(events, WAIT_MS)).rejects.toThrow();
      const { failedReason = '', atm: attemptsMade } = await storedJob(job);
      expect([JSON.parse(failedReason), attemptsMade]).toEqual([
        expect.objectContaining({ reason: 'grant_invalid', retryable: false }),
        '1',
      ]);
    }
    const job = await queue.add('export', { ...payload, grant });
    expect(await job.waitUntilFinished(events, WAIT_MS)).toMatchObject({ format: 'json' });
  });

  test.each([
    ['export', { cvId: '12', companyId: 7, format: 'pdf' }],
    ['export', { cvId: 12, format: 'pdf' }],
    ['export', 'text'],
    ['export', null],
    ['export', [{}]],
    ['batch', { cvIds: [], companyId: 7, format: 'pdf', address: 'a'.repeat(64) }],
    ['Export', { cvId: 12, companyId: 7, format: 'pdf' }],
  ])('fails with a documented reason and stays readable if it is invalid: %s %j', async (name, payload) => {
    const job = await queue.add(name, payload, { attempts: 5 });
    await expect(job.waitUntilFinished(events, WAIT_MS)).rejects.toThrow();
    const { failedReason = '', data = '', atm: attemptsMade } = await storedJob(job);
    const failure: unknown = JSON.parse(failedReason);
    expect(() => schemaOf('exportFailure').parse(failure)).not.toThrow();
    expect(failure).toMatchObject({ reason: 'invalid_payload', retryable: false });
    expect([JSON.parse(data), attemptsMade]).toEqual([payload, '1']);
  });
});
