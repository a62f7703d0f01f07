import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createExportRecordStore } from './export-record-mongo-store.ts';
import type { ExportRecordStore } from './export-record-store.ts';

const ARCHIVE = { companyId: 7, exportId: 'a'.repeat(64), cvId: null, format: 'pdf' } as const;
const JOB = 'b'.repeat(64);

let database: DatabaseFixture;
let records: ExportRecordStore;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  records = createExportRecordStore(database.connection);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await records.remove(ARCHIVE.companyId, ARCHIVE.exportId);
  await records.putBatch(ARCHIVE, undefined);
  await records.markFinished(ARCHIVE.companyId, ARCHIVE.exportId);
});

/** Starts the rebuild in a later millisecond than the rebuilds before. */
async function startRebuild() {
  const before = Date.now();
  while (Date.now() === before) await new Promise(setImmediate);
  const started = await records.startRebuild(ARCHIVE, JOB);
  if (!started) throw new Error('The record is missing');
  return started;
}

const rebuildJob = async () => (await records.find(ARCHIVE.companyId, ARCHIVE.exportId))?.rebuild?.jobId;
const openBatches = async () =>
  (await records.openBatches({ ...ARCHIVE, exportId: 'c'.repeat(64) })).map(({ jobId }) => jobId);

test('undoing a rebuild marks the record as finished and restores the previous job', async () => {
  const { undo } = await startRebuild();
  expect([await rebuildJob(), await openBatches()]).toEqual([JOB, [JOB]]);
  await undo();
  expect([await rebuildJob(), await openBatches()]).toEqual([undefined, []]);
});

test('undoing a rebuild keeps the same rebuild that another request started later', async () => {
  const { undo } = await startRebuild();
  await startRebuild();
  await undo();
  expect([await rebuildJob(), await openBatches()]).toEqual([JOB, [JOB]]);
});

test('undoing a rebuild keeps the same rebuild that another request started earlier', async () => {
  await startRebuild();
  const { undo } = await startRebuild();
  await undo();
  expect([await rebuildJob(), await openBatches()]).toEqual([JOB, [JOB]]);
});

test('starts no rebuild of a deleted export', async () => {
  await records.remove(ARCHIVE.companyId, ARCHIVE.exportId);
  expect(await records.startRebuild(ARCHIVE, JOB)).toBeUndefined();
});
