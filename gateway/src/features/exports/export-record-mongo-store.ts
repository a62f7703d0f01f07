import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type Connection, Schema } from 'mongoose';
import type { BatchKey, ExportRecord, ExportRecordStore, OpenBatch } from './export-record-store.ts';

type RecordDocument = ExportRecord & Partial<BatchKey> & { _id: string; createdAt: Date; open?: true };

/** Longer than the lifetime of a file. */
const RETENTION_SECONDS = 7 * 86_400;

export function createExportRecordStore(connection: Connection): ExportRecordStore {
  const model = connection.model<RecordDocument>('ExportRecord', recordSchema());
  return {
    put: async (record) => {
      const _id = idOf(record.companyId, record.address);
      await model.replaceOne({ _id }, { ...record, createdAt: new Date() }, { upsert: true });
    },
    putBatch: async (record, key) => {
      const { companyId, address } = record;
      try {
        await model.create({ ...record, ...key, _id: idOf(companyId, address), createdAt: new Date(), open: true });
        return record;
      } catch (error) {
        if (!key || !isDuplicateKey(error)) throw error;
        const found = await model.findOne({ companyId, idempotencyKey: key.idempotencyKey }).lean();
        if (!found) throw error;
        return { ...recordOf(found), bodyHash: found.bodyHash };
      }
    },
    startRebuild: async ({ companyId, address }, job) => {
      const change = { $set: { open: true as const, rebuild: { job, since: new Date() } } };
      const { matchedCount } = await model.updateOne({ _id: idOf(companyId, address) }, change);
      return matchedCount === 1;
    },
    undoRebuild: async ({ companyId, address, rebuild }) => {
      const change = rebuild
        ? { $set: { rebuild }, $unset: { open: 1 as const } }
        : { $unset: { open: 1 as const, rebuild: 1 as const } };
      await model.updateOne({ _id: idOf(companyId, address) }, change);
    },
    openBatches: async ({ companyId, address }) => {
      const found = await model.find({ companyId, open: true }).sort({ createdAt: 1, _id: 1 }).lean();
      const open = found.map(openBatchOf).sort((one, other) => one.since.getTime() - other.since.getTime());
      const own = open.findIndex((one) => one.address === address);
      return own < 0 ? open : open.slice(0, own);
    },
    close: async (companyId, address, file) => {
      const change = { $unset: { open: 1 as const }, ...(file ? { $set: { file } } : {}) };
      await model.updateOne({ _id: idOf(companyId, address) }, change);
    },
    remove: async (companyId, address) => {
      const removed = await model.findOneAndDelete({ _id: idOf(companyId, address) }).lean();
      return removed ? recordOf(removed) : undefined;
    },
    find: async (companyId, address) => {
      const found = await model.findById(idOf(companyId, address)).lean();
      return found ? recordOf(found) : undefined;
    },
  };
}

function recordOf({ companyId, address, cvId, format, file, rebuild }: ExportRecord): ExportRecord {
  return { companyId, address, cvId, format, file, rebuild };
}

function openBatchOf({ address, createdAt, rebuild }: RecordDocument): OpenBatch {
  return { address, job: rebuild?.job ?? address, since: rebuild?.since ?? createdAt };
}

function idOf(companyId: number, address: string): string {
  return `${companyId}:${address}`;
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
  schema.index({ createdAt: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
  return schema;
}
