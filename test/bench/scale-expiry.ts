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
const EXPORTS = 120;
const CONCURRENCY = 2;
const ROUNDS = 3;
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
  'Exports, the sweep, MongoDB and the client share two cores. The sweep pauses seven times as long as each of its batches takes.';

/** Compares exports while the worker deletes expired files with exports without expired files. */
export async function measureExpiry(
  bench: ExportBench,
  exportDatabase: Connection,
): Promise<{ rows: Row[]; measurements: Measurement[] }> {
  const files = createFiles(exportDatabase, bench.companyId + 1);
  const load = createExportLoad(bench);
  const rates: number[] = [];
  const exportAll = (cvs: number[]) => perSecond(cvs, CONCURRENCY, (id) => load.exportFile(id, 'pdf'));
  await exportAll(await load.newCvs(CONCURRENCY * 4)); // starts the renderers
  const quiet = { name: 'without expired files', measure: async () => exportAll(await load.newCvs(EXPORTS)) };
  const sweeping = {
    name: 'while the worker deletes expired files',
    measure: async () => {
      const cvs = await load.newCvs(EXPORTS);
      let exported = Number.NaN;
      rates.push(
        await files.deletedPerSecond(async () => {
          exported = await exportAll(cvs);
        }),
      );
      return exported;
    },
  };
  const title = `PDF, ${CONCURRENCY} concurrent`;
  const sides = { ours: sweeping, peer: quiet, rounds: ROUNDS };
  const row = await compare({ title, ...sides, goal: EXPORTS_GOAL, whyMissed: WHY_MISSED });
  const alone = await files.deletedPerSecond(() => pause(1_000 * ALONE_SECONDS));
  const measurement = (when: string, value: number): Measurement => ({
    title: `Expired files of ${FILE_BYTES / 1_000} KB that one worker deletes ${when}`,
    ...{ value, unit: '/s', goal: DELETED_GOAL, goalIs: 'min', before: '1.7 /s (500 in five minutes)' },
  });
  // The first round is a warm-up, as in the comparison.
  const busy = spread(rates.slice(1)).median;
  return {
    rows: [row],
    measurements: [measurement('during exports', busy), measurement('without exports', alone)],
  };
}

/** Creates files of a company that do not expire, unless `deletedPerSecond` lets them expire during some work. */
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
  return {
    deletedPerSecond: async (work: () => Promise<unknown>): Promise<number> => {
      for (let missing = EXPIRED - (await remaining()); missing > 0; missing -= BATCH)
        await create(Math.min(missing, BATCH));
      await setExpiry(NEVER, LONG_AGO);
      await until('the worker to delete expired files', async () => (await expired()) < EXPIRED, SWEEP_TIMEOUT_MS);
      const before = await expired();
      const started = performance.now();
      await work();
      const after = await expired();
      const seconds = (performance.now() - started) / 1_000;
      await setExpiry(LONG_AGO, NEVER);
      if (after === 0)
        throw new Error('Invalid measurement: all files were deleted before its end. Increase BENCH_FILES.');
      return (before - after) / seconds;
    },
  };
}
