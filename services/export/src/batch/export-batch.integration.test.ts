import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  type BatchManifest,
  type BatchResult,
  batchJobName,
  batchProgress,
  cancelled,
  exportPriority,
} from '@vitae/proto/export-job';
import { startWorkerFixture, type WorkerFixture } from '@vitae/test/support/export/worker-fixture';
import { until } from '@vitae/test/support/until';

const patience = 120_000;
let exports: WorkerFixture;
let files: string;

beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'vitae-batch-'));
  exports = await startWorkerFixture(process.env);
}, patience);
afterAll(async () => {
  await exports.close();
  await rm(files, { recursive: true });
}, patience);

const newAddress = () => randomBytes(32).toString('hex');
const addBatch = (cvIds: number[], change: object = {}, address = newAddress()) =>
  exports.add({ cvIds, companyId: 7, format: 'json', address, ...change }, { jobId: address }, batchJobName);

/** The files of an archive, in their order. */
async function unpacked(address: string): Promise<Map<string, Buffer>> {
  const artifact = await exports.store.find(address);
  if (!artifact) throw new Error('No archive was stored');
  const archive = join(files, `${address}.zip`);
  await writeFile(archive, await buffer(await exports.store.read(artifact)));
  const script =
    'import sys,zipfile,json,base64; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps([[n,base64.b64encode(z.read(n)).decode()] for n in z.namelist()]))';
  const listing = JSON.parse(
    execFileSync('/usr/bin/python3', ['-c', script, archive], { maxBuffer: 2 ** 28 }).toString(),
  ) as [string, string][];
  return new Map(listing.map(([name, content]) => [name, Buffer.from(content, 'base64')]));
}

const manifestOf = (archive: Map<string, Buffer>) =>
  JSON.parse(archive.get('manifest.json')?.toString() ?? '') as BatchManifest;

describe('a batch', () => {
  test(
    'is one archive of all files that could be made, and a list of those that could not',
    async () => {
      const job = await addBatch([21, 2, 22, 3, 22]);
      const result = await exports.resultOf<BatchResult>(job);
      expect(result).toMatchObject({ contentType: 'application/zip', items: { total: 4, done: 2, failed: 2 } });
      const archive = await unpacked(result.address);
      expect((await exports.store.find(result.address))?.cvIds).toEqual([21, 22]);
      expect([...archive.keys()]).toEqual([
        'Jane Developer - CV.json',
        'Jane Developer - CV (2).json',
        'manifest.json',
      ]);
      const { files: listed, failures } = manifestOf(archive);
      expect(listed.map(({ cvId }) => cvId)).toEqual([21, 22]);
      for (const { name, bytes, sha256 } of listed) {
        const content = archive.get(name) ?? Buffer.alloc(0);
        expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
      }
      expect(failures).toEqual([
        { cvId: 2, reason: 'cv_not_found', message: expect.any(String) },
        { cvId: 3, reason: 'source_invalid', message: expect.any(String) },
      ]);
    },
    patience,
  );

  test(
    'of nothing that could be made is an archive of the reasons',
    async () => {
      const { address, items } = await exports.resultOf<BatchResult>(await addBatch([2]));
      expect(items).toEqual({ total: 1, done: 0, failed: 1 });
      expect(manifestOf(await unpacked(address)).failures).toHaveLength(1);
    },
    patience,
  );

  test(
    'that is packed again lists what was lost before, and fails rather than lose another file to what may pass',
    async () => {
      exports.away.add(61);
      const [first, again, lost] = await Promise.all([
        addBatch([51, 61]),
        addBatch([51, 61], { mustHold: [51] }),
        addBatch([51, 2, 61], { mustHold: [51, 61] }),
      ]);
      for (const job of [first, again]) {
        const { address, items } = await exports.resultOf<BatchResult>(job);
        expect(items).toEqual({ total: 2, done: 1, failed: 1 });
        expect(manifestOf(await unpacked(address)).failures).toMatchObject([
          { cvId: 61, reason: 'source_unavailable' },
        ]);
      }
      const failure = { reason: 'source_unavailable', retryable: true, ended: 'failed', attempts: 1 };
      expect(await exports.failureOf(lost)).toMatchObject(failure);
      expect(await exports.store.find(lost.id ?? '')).toBeUndefined();

      exports.away.clear();
      await (await exports.queue.getJob(lost.id ?? ''))?.remove();
      const anew = await addBatch([51, 2, 61], { mustHold: [51, 61] }, lost.id);
      const { address, items } = await exports.resultOf<BatchResult>(anew);
      expect(items).toEqual({ total: 3, done: 2, failed: 1 });
      expect(manifestOf(await unpacked(address)).failures).toMatchObject([{ cvId: 2, reason: 'cv_not_found' }]);
    },
    patience,
  );

  test(
    'of a hundred is made at the priority of batches, says how far it is, and lets a person through',
    async () => {
      const cvIds = Array.from({ length: 150 }, (_, index) => 1_000 + (index % 100));
      const seen: unknown[] = [];
      const ended: string[] = [];
      const listen = ({ data }: { data: unknown }) => void seen.push(data);
      const note = ({ jobId }: { jobId: string }) => void ended.push(jobId);
      exports.events.on('progress', listen).on('completed', note);
      const job = await addBatch(cvIds, { format: 'txt' });
      const person = await exports.add({ cvId: 9_001, companyId: 7, format: 'txt' }, { priority: 1 });
      // The last one has the longest way to go: it is there when the batch has begun, and gone when it is made.
      const last = await until('the last job of the batch', () => exports.queue.getJob(`${job.id}-100`));
      expect(last.opts.priority).toBe(exportPriority.batch);
      const { items, address } = await exports.resultOf<BatchResult>(job);
      await until('both exports', () => ended.includes(job.id ?? '') && ended.includes(person.id ?? ''));
      exports.events.off('progress', listen).off('completed', note);
      expect(ended.indexOf(person.id ?? '')).toBeLessThan(ended.indexOf(`${job.id}-100`));
      const distinct = new Set(cvIds).size;
      expect(items).toEqual({ total: distinct, done: distinct, failed: 0 });
      expect((await unpacked(address)).size).toBe(distinct + 1);
      const progress = seen.filter((data) => batchProgress.safeParse(data).success);
      expect(progress.length).toBeGreaterThan(2);
    },
    patience,
  );

  test.each([
    { cvIds: [] },
    { cvIds: Array.from({ length: 501 }, (_, index) => index + 1) },
    { format: 'preview' },
    { address: '../x' },
  ])(
    'with %j fails at once and stays readable',
    async (change) => {
      const address = newAddress();
      const job = await exports.add(
        { cvIds: [1], companyId: 7, format: 'pdf', address, ...change },
        { jobId: address },
        batchJobName,
      );
      expect(await exports.failureOf(job)).toMatchObject({ reason: 'invalid_payload', ended: 'failed', attempts: 1 });
      expect((await exports.queue.getJob(address))?.data).toMatchObject(change);
    },
    patience,
  );
});

describe('what is cancelled', () => {
  async function cancel(id: string, timestamp: number): Promise<void> {
    const { redis } = exports;
    await redis.set(cancelled.key(exports.prefix, id), String(timestamp), 'EX', 60);
    await redis.publish(cancelled.channel(exports.prefix), id);
  }

  test(
    'while it runs, ends at once and is not tried again',
    async () => {
      const started = new Promise<string>((resolve) => {
        exports.events.on('progress', ({ jobId, data }) => {
          if (jobId !== 'cancel-me') return;
          if (typeof data === 'object' && 'stage' in data && data.stage === 'reading') resolve(jobId);
        });
      });
      // Which fails twice: its last try is far enough for the word to be there before.
      const backoff = { type: 'exponential', delay: 500 };
      const job = await exports.add({ cvId: 4, companyId: 7, format: 'json' }, { jobId: 'cancel-me', backoff });
      expect(await started).toBe('cancel-me');
      await cancel('cancel-me', job.timestamp);
      const failure = await exports.failureOf(job);
      expect(failure).toMatchObject({ ended: 'failed', reason: 'cancelled' });
    },
    patience,
  );

  test(
    'before it runs, is not begun; a later job of the same id is not meant',
    async () => {
      const begun = () => exports.calls.filter(({ requestId }) => requestId === 'late');
      const job = await exports.add({ cvId: 31, companyId: 7, format: 'json' }, { jobId: 'late', delay: patience });
      await cancel('late', job.timestamp);
      await job.promote();
      expect(await exports.failureOf(job)).toMatchObject({ reason: 'cancelled' });
      expect(begun()).toEqual([]);
      await job.remove();
      const again = await exports.add({ cvId: 31, companyId: 7, format: 'json' }, { jobId: 'late' });
      expect(await exports.resultOf(again)).toMatchObject({ format: 'json' });
    },
    patience,
  );

  test(
    'as a batch, takes its exports along',
    async () => {
      const job = await addBatch(Array.from({ length: 300 }, (_, index) => 2_000 + index));
      const id = job.id as string;
      await new Promise<void>((resolve) => {
        exports.events.on('progress', ({ jobId }) => jobId === id && resolve());
      });
      await cancel(id, job.timestamp);
      await job.removeUnprocessedChildren();
      await job.remove({ removeChildren: false }).catch(() => undefined);
      const left = async () =>
        (await exports.queue.getJobCounts('prioritized', 'active', 'waiting-children')) as object;
      await until('an empty queue', async () => Object.values(await left()).every((count) => count === 0));
      expect(await exports.store.find(id)).toBeUndefined();
      const begun = exports.calls.filter(({ requestId }) => requestId === id).length;
      expect(begun).toBeLessThan(300);
    },
    patience,
  );
});
