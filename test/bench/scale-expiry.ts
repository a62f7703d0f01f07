import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CHUNK_BYTES, chunksOf } from '@vitae/kit/gridfs';
import { fileCollections, newFileId } from '@vitae/kit/object-storage/stored-files';
import type { Connection } from 'mongoose';
import { until } from '../support/until.ts';
import { compare, type Row, spread } from './compare.ts';
import { createExportLoad, type ExportBench, perSecond } from './export-load.ts';
import type { Measurement } from './goals.ts';

/** The number of expired files; `BENCH_FILES=5000` sets another. */
const EXPIRED = Number(process.env.BENCH_FILES ?? 24_000);
const FILE_BYTES = 20_000;
const BATCH = 1_000;
/** The worker deletes batches of 500 files, so fewer exports would take about as long as a batch. */
const EXPORTS = 80;
const CONCURRENCY = 2;
const ROUNDS = 2;
/** Deletes a million files per hour. */
const DELETED_GOAL = 278;
/** Exports may become a tenth slower. */
const EXPORTS_GOAL = 0.9;
const ALONE_SECONDS = 5;
/** Workers look for expired files once a minute. */
const SWEEP_TIMEOUT_MS = 150_000;
const LONG_AGO = new Date(0);
const NEVER = new Date('2100-01-01');
const WHY_MISSED =
  'Exports, the sweep, MongoDB and the client share two cores. The sweep pauses fifteen times as long as each of its batches takes.';

/** Compares exports while the worker deletes expired files with exports without expired files. */
export async function measureExpiry(
  bench: ExportBench,
  exportDatabase: Connection,
): Promise<{ rows: Row[]; measurements: Measurement[] }> {
  const files = createFiles(exportDatabase, bench.companyId + 1);
  const load = createExportLoad(bench);
  const rates: number[] = [];
  const ratesAlone: number[] = [];
  const exportAll = (cvs: number[]) => perSecond(cvs, CONCURRENCY, (id) => load.exportFile(id, 'pdf'));
  await exportAll(await load.newCvs(CONCURRENCY * 8)); // starts the renderers
  const quiet = { name: 'without expired files', measure: async () => exportAll(await load.newCvs(EXPORTS)) };
  const sweeping = {
    name: 'while the worker deletes expired files',
    measure: async () => {
      const cvs = await load.newCvs(EXPORTS);
      return files.whileDeleting(async (deletedPerSecond) => {
        let exported = Number.NaN;
        const busy = await deletedPerSecond(async () => {
          exported = await exportAll(cvs);
        });
        rates.push(busy);
        ratesAlone.push(await deletedPerSecond(() => pause(1_000 * ALONE_SECONDS)));
        return exported;
      });
    },
  };
  const title = `PDF, ${CONCURRENCY} concurrent`;
  const sides = { ours: sweeping, peer: quiet, rounds: ROUNDS, isWarm: true };
  const row = await compare({ title, ...sides, goal: EXPORTS_GOAL, whyMissed: WHY_MISSED });
  const measurement = (when: string, value: number): Measurement => ({
    title: `Expired files of ${FILE_BYTES / 1_000} KB that one worker deletes ${when}`,
    ...{ value, unit: '/s', goal: DELETED_GOAL, goalIs: 'min', before: '1.7 /s (500 in five minutes)' },
  });
  return {
    rows: [row],
    measurements: [
      measurement('during exports', spread(rates).median),
      measurement('without exports', spread(ratesAlone).median),
    ],
  };
}

/** Creates files of a company that do not expire, except during `whileDeleting`. */
function createFiles(exportDatabase: Connection, companyId: number) {
  const { files, chunks } = fileCollections(exportDatabase, 'artifacts');
  let created = 0;
  const create = async (count: number) => {
    const batch = Array.from({ length: count }, () => {
      const _id = newFileId();
      created += 1;
      const metadata = { companyId, contentType: 'application/pdf', format: 'pdf', expiresAt: NEVER };
      const file = { _id, filename: `expired-${created}`, length: FILE_BYTES, chunkSize: CHUNK_BYTES, metadata };
      return { file: { ...file, uploadDate: new Date() }, chunks: chunksOf(_id, randomBytes(FILE_BYTES)) };
    });
    await chunks.insertMany(batch.flatMap((one) => one.chunks));
    await files.insertMany(batch.map((one) => one.file));
  };
  const ofCompany = (expiresAt: Date) => ({ 'metadata.companyId': companyId, 'metadata.expiresAt': expiresAt });
  const setExpiry = (from: Date, to: Date) => files.updateMany(ofCompany(from), { $set: { 'metadata.expiresAt': to } });
  const remaining = () => files.countDocuments({ 'metadata.companyId': companyId }, { maxTimeMS: 0 });
  const expired = () => files.countDocuments(ofCompany(LONG_AGO), { maxTimeMS: 0 });
  const deletedPerSecond = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await expired();
    const started = performance.now();
    await work();
    const after = await expired();
    if (after === 0)
      throw new Error('Invalid measurement: all files were deleted before its end. Increase BENCH_FILES.');
    return (before - after) / ((performance.now() - started) / 1_000);
  };
  return {
    /** Lets the files expire and runs some work after the worker has begun to delete them. */
    whileDeleting: async <T>(work: (rateOf: typeof deletedPerSecond) => Promise<T>): Promise<T> => {
      for (let missing = EXPIRED - (await remaining()); missing > 0; missing -= BATCH)
        await create(Math.min(missing, BATCH));
      await setExpiry(NEVER, LONG_AGO);
      await until('the worker to delete expired files', async () => (await expired()) < EXPIRED, SWEEP_TIMEOUT_MS);
      try {
        return await work(deletedPerSecond);
      } finally {
        await setExpiry(LONG_AGO, NEVER);
      }
    },
  };
}
