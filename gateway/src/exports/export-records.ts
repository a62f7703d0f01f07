import type { ExportFormat } from '@vitae/proto/export-job';
import { type Connection, Schema } from 'mongoose';

/** An export that a company was told to come back for. */
export type ExportRecord = { companyId: number; address: string; cvId: number; format: ExportFormat };

export type ExportRecords = {
  put(record: ExportRecord): Promise<void>;
  find(companyId: number, address: string): Promise<ExportRecord | undefined>;
};

type RecordDocument = ExportRecord & { _id: string; createdAt: Date };

/** Longer than any file is kept. */
const KEPT_SECONDS = 7 * 86_400;

export function createExportRecords(connection: Connection): ExportRecords {
  const model = connection.model<RecordDocument>('ExportRecord', recordSchema());
  return {
    put: async (record) => {
      const _id = idOf(record.companyId, record.address);
      await model.replaceOne({ _id }, { ...record, createdAt: new Date() }, { upsert: true });
    },
    find: async (companyId, address) => {
      const found = await model.findById(idOf(companyId, address)).lean();
      return found ? { companyId, address, cvId: found.cvId, format: found.format } : undefined;
    },
  };
}

function idOf(companyId: number, address: string): string {
  return `${companyId}:${address}`;
}

function recordSchema(): Schema<RecordDocument> {
  const schema = new Schema<RecordDocument>(
    { _id: String, companyId: Number, address: String, cvId: Number, format: String, createdAt: Date },
    { collection: 'exports', versionKey: false },
  );
  schema.index({ createdAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });
  return schema;
}
