import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { archiveAddress, exportTemplateVersion } from '@vitae/proto/export-address';
import {
  type BatchManifest,
  type BatchResult,
  batchJobName,
  batchProgress,
  cancellation,
  type ExportResult,
  exportPriority,
} from '@vitae/proto/export-job';
import { FLAKY_CV, fakeCvAddress, INVALID_CV, MISSING_CV } from '@vitae/test/support/export/fake-resume-server';
import { startWorkerFixture, type WorkerFixture } from '@vitae/test/support/export/worker-fixture';
import { until } from '@vitae/test/support/until';

let exports: WorkerFixture;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-batch-'));
  exports = await startWorkerFixture(process.env);
});
afterAll(async () => {
  await exports.close();
  await rm(folder, { recursive: true });
});

const newAddress = () => randomBytes(32).toString('hex');
const addBatch = (cvIds: number[], changes: object = {}, address = newAddress()) =>
  exports.add({ cvIds, companyId: 7, format: 'json', address, ...changes }, { jobId: address }, batchJobName);

/** Returns the files of an archive in their order, read with Python's zipfile. */
async function readArchive(address: string): Promise<Map<string, Buffer>> {
  const artifact = await exports.store.find(address);
  if (!artifact) throw new Error('No archive was stored');
  const path = join(folder, `${address}.zip`);
  await writeFile(path, await buffer(await exports.store.read(artifact)));
  const script =
    'import sys,zipfile,json,base64; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps([[n,base64.b64encode(z.read(n)).decode()] for n in z.namelist()]))';
  const output = execFileSync('/usr/bin/python3', ['-c', script, path], { maxBuffer: 2 ** 28 }).toString();
  const entries = JSON.parse(output) as [string, string][];
  return new Map(entries.map(([name, content]) => [name, Buffer.from(content, 'base64')]));
}

const manifestOf = (archive: Map<string, Buffer>) =>
  JSON.parse(archive.get('manifest.json')?.toString() ?? '') as BatchManifest;

describe('batch', () => {
  test('archives the exported files with a manifest that lists failures', async () => {
    const job = await addBatch([21, MISSING_CV, 22, INVALID_CV, 22]);
    const result = await exports.resultOf<BatchResult>(job);
    expect(result).toMatchObject({ contentType: 'application/zip', items: { total: 4, done: 2, failed: 2 } });
    const archive = await readArchive(result.address);
    expect((await exports.store.find(result.address))?.cvIds).toEqual([21, 22]);
    expect([...archive.keys()]).toEqual(['Jane Developer - CV.json', 'Jane Developer - CV (2).json', 'manifest.json']);
    const { files, failures } = manifestOf(archive);
    expect(files.map(({ cvId }) => cvId)).toEqual([21, 22]);
    for (const { name, bytes, sha256 } of files) {
      const content = archive.get(name) ?? Buffer.alloc(0);
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    }
    expect(failures).toEqual([
      { cvId: MISSING_CV, reason: 'cv_not_found', message: expect.any(String) },
      { cvId: INVALID_CV, reason: 'source_invalid', message: expect.any(String) },
    ]);
  });

  test('archives only the manifest if no file could be exported', async () => {
    const { address, items } = await exports.resultOf<BatchResult>(await addBatch([MISSING_CV]));
    expect(items).toEqual({ total: 1, done: 0, failed: 1 });
    expect(manifestOf(await readArchive(address)).failures).toHaveLength(1);
  });

  test('fails if a required file is temporarily unavailable, and can be added again', async () => {
    exports.unavailableCvs.add(61);
    const [first, rebuilt, incomplete] = await Promise.all([
      addBatch([51, 61]),
      addBatch([51, 61], { mustHold: [51] }),
      addBatch([51, MISSING_CV, 61], { mustHold: [51, 61] }),
    ]);
    for (const job of [first, rebuilt]) {
      const { address, items } = await exports.resultOf<BatchResult>(job);
      expect(items).toEqual({ total: 2, done: 1, failed: 1 });
      const { failures } = manifestOf(await readArchive(address));
      expect(failures).toMatchObject([{ cvId: 61, reason: 'source_unavailable' }]);
    }
    const failure = { reason: 'source_unavailable', retryable: true, state: 'failed', attempts: 1 };
    expect(await exports.failureOf(incomplete)).toMatchObject(failure);
    expect(await exports.store.find(archiveAddress(incomplete.id ?? ''))).toBeUndefined();

    exports.unavailableCvs.clear();
    await (await exports.queue.getJob(incomplete.id ?? ''))?.remove();
    const added = await addBatch([51, MISSING_CV, 61], { mustHold: [51, 61] }, incomplete.id);
    const { address, items } = await exports.resultOf<BatchResult>(added);
    expect(items).toEqual({ total: 3, done: 2, failed: 1 });
    const { failures } = manifestOf(await readArchive(address));
    expect(failures).toMatchObject([{ cvId: MISSING_CV, reason: 'cv_not_found' }]);
  });

  test('fails if a CV has no grant for this batch and company', async () => {
    const grantOf = (cvId: number, job: string, companyId = 7) =>
      exports.signGrant({ cvId, companyId, format: 'json', job });
    const address = newAddress();
    const own = await grantOf(21, address);
    const rejectedGrants = [[own], [own, await grantOf(22, newAddress())], [own, await grantOf(22, address, 8)]];
    for (const grants of rejectedGrants) {
      const job = await addBatch([21, 22], { grants }, address);
      const failure = {
        reason: 'grant_invalid',
        state: 'failed',
        attempts: 1,
        message: expect.stringMatching(/^CV 22: /),
      };
      expect(await exports.failureOf(job)).toMatchObject(failure);
      expect(await exports.store.find(archiveAddress(address))).toBeUndefined();
      await job.remove();
    }
  });

  test('does not archive a file of another company that a forged result names, or store the archive at the address of a CV', async () => {
    const foreign = { cvId: 71, companyId: 8, format: 'json', address: fakeCvAddress(71, 'json') };
    const result = await exports.resultOf<ExportResult>(await exports.add(foreign));
    const victim = fakeCvAddress(72, 'json');
    const children = `${exports.prefix}:exports:${victim}:processed`;
    await exports.redis.hset(children, `${exports.prefix}:exports:${victim}-1`, JSON.stringify(result));
    // The gateway signs grants for all ids that a company sends.
    const batch = await exports.resultOf<BatchResult>(await addBatch([foreign.cvId], {}, victim));
    expect(batch).toMatchObject({ address: archiveAddress(victim), items: { total: 1, done: 0, failed: 1 } });
    expect([...(await readArchive(batch.address)).keys()]).toEqual(['manifest.json']);

    const request = { cvId: 72, companyId: 7, format: 'json', address: victim };
    const single = await exports.add({ ...request, templateVersion: exportTemplateVersion });
    expect(await exports.resultOf(single)).toMatchObject({ address: victim, fileName: 'Jane Developer - CV.json' });
  });

  test('reports progress and gives way to single exports', async () => {
    const cvIds = Array.from({ length: 150 }, (_, index) => 1_000 + (index % 100));
    const updates: unknown[] = [];
    const completed: string[] = [];
    const onProgress = ({ data }: { data: unknown }) => void updates.push(data);
    const onCompleted = ({ jobId }: { jobId: string }) => void completed.push(jobId);
    exports.events.on('progress', onProgress).on('completed', onCompleted);
    const batch = await addBatch(cvIds, { format: 'txt' });
    const single = await exports.add({ cvId: 9_001, companyId: 7, format: 'txt' }, { priority: 1 });
    const last = await until('the last job of the batch', () => exports.queue.getJob(`${batch.id}-100`));
    expect(last.opts.priority).toBe(exportPriority.batch);
    const { items, address } = await exports.resultOf<BatchResult>(batch);
    await until('both jobs', () => completed.includes(batch.id ?? '') && completed.includes(single.id ?? ''));
    exports.events.off('progress', onProgress).off('completed', onCompleted);
    expect(completed.indexOf(single.id ?? '')).toBeLessThan(completed.indexOf(`${batch.id}-100`));
    const distinct = new Set(cvIds).size;
    expect(items).toEqual({ total: distinct, done: distinct, failed: 0 });
    expect((await readArchive(address)).size).toBe(distinct + 1);
    expect(updates.filter((data) => batchProgress.safeParse(data).success).length).toBeGreaterThan(2);
  });

  test.each([
    { cvIds: [] },
    { cvIds: Array.from({ length: 501 }, (_, index) => index + 1) },
    { format: 'preview' },
    { address: '../x' },
  ])('fails without a retry and stays readable if it is invalid: %j', async (changes) => {
    const address = newAddress();
    const payload = { cvIds: [1], companyId: 7, format: 'pdf', address, ...changes };
    const job = await exports.add(payload, { jobId: address }, batchJobName);
    expect(await exports.failureOf(job)).toMatchObject({ reason: 'invalid_payload', state: 'failed', attempts: 1 });
    expect((await exports.queue.getJob(address))?.data).toMatchObject(changes);
  });
});

describe('cancellation', () => {
  async function cancel(id: string, timestamp: number): Promise<void> {
    const { redis } = exports;
    await redis.set(cancellation.key(exports.prefix, id), String(timestamp), 'EX', 60);
    await redis.publish(cancellation.channel(exports.prefix), id);
  }

  test('ends a running job without a retry', async () => {
    const started = new Promise<void>((resolve) => {
      exports.events.on('progress', ({ jobId, data }) => {
        if (jobId !== 'running') return;
        if (typeof data === 'object' && 'stage' in data && data.stage === 'reading') resolve();
      });
    });
    // Its two failures and the backoff leave enough time to cancel it.
    const backoff = { type: 'exponential', delay: 500 };
    const payload = { cvId: FLAKY_CV, companyId: 7, format: 'json' };
    const job = await exports.add(payload, { jobId: 'running', backoff });
    await started;
    await cancel('running', job.timestamp);
    expect(await exports.failureOf(job)).toMatchObject({ state: 'failed', reason: 'cancelled' });
  });

  test('prevents the start of a waiting job, but not of a later job with the same id', async () => {
    const payload = { cvId: 31, companyId: 7, format: 'json' };
    const job = await exports.add(payload, { jobId: 'waiting', delay: 120_000 });
    await cancel('waiting', job.timestamp);
    await job.promote();
    expect(await exports.failureOf(job)).toMatchObject({ reason: 'cancelled' });
    expect(exports.sourceRequests.filter(({ requestId }) => requestId === 'waiting')).toEqual([]);
    await job.remove();
    const later = await exports.add(payload, { jobId: 'waiting' });
    expect(await exports.resultOf(later)).toMatchObject({ format: 'json' });
  });

  test('ends the exports of a cancelled batch', async () => {
    const job = await addBatch(Array.from({ length: 300 }, (_, index) => 2_000 + index));
    const id = job.id as string;
    await new Promise<void>((resolve) => {
      exports.events.on('progress', ({ jobId }) => jobId === id && resolve());
    });
    await cancel(id, job.timestamp);
    await job.removeUnprocessedChildren();
    await job.remove({ removeChildren: false }).catch(() => undefined);
    await until('an empty queue', async () => {
      const counts = await exports.queue.getJobCounts('prioritized', 'active', 'waiting-children');
      return Object.values(counts).every((count) => count === 0);
    });
    expect(await exports.store.find(archiveAddress(id))).toBeUndefined();
    expect(exports.sourceRequests.filter(({ requestId }) => requestId === id).length).toBeLessThan(300);
  });
});
