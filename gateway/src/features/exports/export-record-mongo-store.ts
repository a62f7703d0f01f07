import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type Connection, Schema } from 'mongoose';
import type { BatchKey, ExportRecord, ExportRecordStore, NewExportRecord, OpenBatch } from './export-record-store.ts';

/** The stored fields. `address` is the id of the export; `job` and `since` are the id and the time of a rebuild. */
type RecordDocument = Omit<ExportRecord, 'exportId' | 'rebuild'> &
  Partial<BatchKey> & {
    _id: string;
    address: string;
    rebuild?: { job: string; since: Date } | undefined;
    createdAt: Date;
    open?: true;
  };

/** Longer than the lifetime of a file. */
const RECORD_RETENTION_SECONDS = 7 * 86_400;

export function createExportRecordStore(connection: Connection): ExportRecordStore {
  const model = connection.model<RecordDocument>('ExportRecord', recordSchema());
  return {
    put: async (record) => {
      const { _id, ...fields } = fieldsOf(record);
      const replace = () => model.replaceOne(keyOf(record), { ...fields, createdAt: new Date() }, { upsert: true });
      await replace().catch((error) => {
        if (!isDuplicateKey(error)) throw error;
        return replace(); // another request has inserted the record
      });
    },
    putBatch: async (record, key) => {
      try {
        await model.create({ ...fieldsOf(record), ...key, createdAt: new Date(), open: true });
        return { record };
      } catch (error) {
        if (!key || !isDuplicateKey(error)) throw error;
        const { companyId } = record;
        const stored = await model.findOne({ companyId, idempotencyKey: key.idempotencyKey }).lean();
        if (!stored) throw error;
        return { record: recordOf(stored), firstBodyHash: stored.bodyHash };
      }
    },
    startRebuild: async (record, jobId) => {
      const rebuild = { job: jobId, since: new Date() };
      // Concurrent requests can start the same job, so the previous state is read in the same operation.
      const previous = await model
        .findOneAndUpdate(keyOf(record), { $set: { open: true, rebuild } }, { returnDocument: 'before' })
        .lean();
      if (!previous) return undefined;
      const ownRebuild = { ...keyOf(record), 'rebuild.job': rebuild.job, 'rebuild.since': rebuild.since };
      return {
        undo: async () => {
          await model.updateOne(ownRebuild, restoreRebuild(previous));
        },
      };
    },
    openBatches: async ({ companyId, exportId }) => {
      const documents = await model.find({ companyId, open: true }).sort({ createdAt: 1, _id: 1 }).lean();
      // A rebuilt batch is ordered by the time of its rebuild. The sort is stable: equal times keep the order of the query.
      const open = documents.map(openBatchOf).sort((a, b) => a.requestedAt.getTime() - b.requestedAt.getTime());
      const ownIndex = open.findIndex((batch) => batch.exportId === exportId);
      return ownIndex < 0 ? open : open.slice(0, ownIndex);
    },
    markFinished: async (companyId, exportId, file) => {
      const change = { $unset: { open: 1 as const }, ...(file ? { $set: { file } } : {}) };
      await model.updateOne(keyOf({ companyId, exportId }), change);
    },
    remove: async (companyId, exportId) => {
      const removed = await model.findOneAndDelete(keyOf({ companyId, exportId })).lean();
      return removed ? recordOf(removed) : undefined;
    },
    find: async (companyId, exportId) => {
      const stored = await model.findOne(keyOf({ companyId, exportId })).lean();
      return stored ? recordOf(stored) : undefined;
    },
  };
}

/** Returns the change that restores the state before a rebuild. */
function restoreRebuild({ open, rebuild }: RecordDocument) {
  const set = { ...(open ? { open } : {}), ...(rebuild ? { rebuild } : {}) };
  const unset = { ...(open ? {} : { open: 1 as const }), ...(rebuild ? {} : { rebuild: 1 as const }) };
  return { $set: set, $unset: unset };
}

/** Returns the fields of a new record. */
function fieldsOf({ companyId, exportId, cvId, format }: NewExportRecord) {
  return { _id: idOf(companyId, exportId), companyId, address: exportId, cvId, format };
}

function recordOf({ companyId, address, cvId, format, file, rebuild }: RecordDocument): ExportRecord {
  const latestRebuild = rebuild && { jobId: rebuild.job, requestedAt: rebuild.since };
  return { companyId, exportId: address, cvId, format, file, rebuild: latestRebuild };
}

function openBatchOf({ address, createdAt, rebuild }: RecordDocument): OpenBatch {
  return { exportId: address, jobId: rebuild?.job ?? address, requestedAt: rebuild?.since ?? createdAt };
}

const keyOf = ({ companyId, exportId }: Pick<ExportRecord, 'companyId' | 'exportId'>) => ({
  _id: idOf(companyId, exportId),
  companyId,
});

function idOf(companyId: number, exportId: string): string {
  return `${companyId}:${exportId}`;
}

function recordSchema(): Schema<RecordDocument> {
  const schema = new Schema<RecordDocument>(
    {
      _id: String,
      companyId: Number,
      address: String,
      cvId: Number,
      format: String,
      file: { type: { _id: false, address: String, expiresAt: String }, default: undefined },
      rebuild: { type: { _id: false, job: String, since: Date }, default: undefined },
      open: Boolean,
      createdAt: Date,
      idempotencyKey: String,
      bodyHash: String,
    },
    { collection: 'exports', versionKey: false },
  );
  schema.index(
    { companyId: 1, idempotencyKey: 1 },
    { unique: true, partialFilterExpression: { idempotencyKey: { $exists: true } } },
  );
  schema.index({ companyId: 1, createdAt: 1 }, { partialFilterExpression: { open: true } });
  schema.index({ createdAt: 1 }, { expireAfterSeconds: RECORD_RETENTION_SECONDS });
  return schema;
}
