import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import type { ExportFormat } from '@vitae/proto/export-job';
import { type Connection, Schema } from 'mongoose';

/** An export that a company was told to come back for. */
export type ExportRecord = {
  companyId: number;
  address: string;
  /** null of a batch, which is of many CVs. */
  cvId: number | null;
  format: ExportFormat;
  /** Where its file is, and until when: known once somebody saw it completed. */
  file?: StoredFile | undefined;
  /** Of an archive, the last job that packed it again, and when that was begun. */
  again?: PackedAgain | undefined;
};

export type StoredFile = { address: string; expiresAt: string };

export type PackedAgain = { job: string; since: Date };

/** A batch that nobody saw the end of: its job, and when that was begun. */
export type OpenBatch = { address: string } & PackedAgain;

/** A call that makes a batch once, however often it is made. */
export type BatchKey = { idempotencyKey: string; bodyHash: string };

export type ExportRecords = {
  put(record: ExportRecord): Promise<void>;
  /** Writes the record of a batch; answers the one that is there under its idempotency key. */
  putBatch(record: ExportRecord, key: BatchKey | undefined): Promise<ExportRecord & { bodyHash?: string | undefined }>;
  /** Opens a batch for another job, before that is added; false when there is no such batch any more. */
  openAgain(companyId: number, address: string, job: string): Promise<boolean>;
  /** The company's batches that were begun before this one and not closed. */
  openBatches(record: ExportRecord): Promise<OpenBatch[]>;
  /** Writes that a batch has ended, and where the file of an export is. */
  close(companyId: number, address: string, file?: StoredFile): Promise<void>;
  /** Answers what was removed. */
  remove(companyId: number, address: string): Promise<ExportRecord | undefined>;
  find(companyId: number, address: string): Promise<ExportRecord | undefined>;
};

type RecordDocument = ExportRecord & Partial<BatchKey> & { _id: string; createdAt: Date; open?: true };

/** Longer than any file is kept. */
const KEPT_SECONDS = 7 * 86_400;

export function createExportRecords(connection: Connection): ExportRecords {
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
    openAgain: async (companyId, address, job) => {
      const change = { $set: { open: true as const, again: { job, since: new Date() } } };
      const { matchedCount } = await model.updateOne({ _id: idOf(companyId, address) }, change);
      return matchedCount === 1;
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

function recordOf({ companyId, address, cvId, format, file, again }: ExportRecord): ExportRecord {
  return { companyId, address, cvId, format, file, again };
}

function openBatchOf({ address, createdAt, again }: RecordDocument): OpenBatch {
  return { address, job: again?.job ?? address, since: again?.since ?? createdAt };
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
      again: { type: { _id: false, job: String, since: Date }, default: undefined },
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
  schema.index({ createdAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });
  return schema;
}
