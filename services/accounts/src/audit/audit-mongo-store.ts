import type { Clock } from '@vitae/kit/clock';
import { createSequence } from '@vitae/kit/sequence';
import { type Connection, Schema, trusted } from 'mongoose';
import { AUDIT_PAGE, type AuditEntry, type AuditLog } from './audit-log.ts';

type StoredEntry = Omit<AuditEntry, 'id'> & { _id: number };

export function createAuditLog(connection: Connection, clock: Clock): AuditLog {
  const model = connection.model<StoredEntry>('AuditEntry', auditSchema());
  const ids = createSequence(connection, 'auditEntry');
  return {
    record: async (entry, session) => {
      const document = { ...entry, _id: await ids.next(), at: new Date(clock.now()) };
      await model.create([document], session ? { session } : {});
    },
    list: async (companyId, { action, administratorId, since, until }, before) => {
      const query = {
        companyId,
        ...(action && { action }),
        ...(administratorId !== undefined && { 'actor.id': administratorId }),
        ...(before !== undefined && { _id: trusted({ $lt: before }) }),
        ...((since || until) && { at: trusted({ ...(since && { $gte: since }), ...(until && { $lt: until }) }) }),
      };
      // Sorted by id, because the clock may have been set back.
      const documents = await model
        .find(query)
        .sort({ _id: -1 })
        .limit(AUDIT_PAGE + 1)
        .lean();
      const entries = documents.slice(0, AUDIT_PAGE).map(({ _id, ...entry }) => ({ id: _id, ...entry }));
      return { entries, next: documents.length > AUDIT_PAGE ? entries.at(-1)?.id : undefined };
    },
  };
}

function auditSchema(): Schema<StoredEntry> {
  const schema = new Schema<StoredEntry>(
    {
      _id: Number,
      companyId: Number,
      at: Date,
      actor: Schema.Types.Mixed,
      action: String,
      target: Schema.Types.Mixed,
      from: String,
      detail: Schema.Types.Mixed,
    },
    { collection: 'auditEntries', versionKey: false },
  );
  schema.index({ companyId: 1, _id: -1 });
  schema.index({ companyId: 1, action: 1, _id: -1 });
  schema.index({ companyId: 1, 'actor.id': 1, _id: -1 });
  schema.index({ companyId: 1, at: -1, _id: -1 });
  return schema;
}
