import type { Clock } from '@vitae/kit/clock';
import { createSequence } from '@vitae/kit/sequence';
import { type ClientSession, type Connection, Schema, trusted } from 'mongoose';
import type { AuditAction } from './audit-actions.ts';

/** Who did it: an administrator, the operator at the command line, or somebody who is not known. */
export type AuditActor =
  | { kind: 'administrator'; id: number; name: string }
  | { kind: 'operator' }
  | { kind: 'stranger'; name: string };

/** What it was done to: its public id, and its name at that moment. */
export type AuditTarget = {
  kind: 'administrator' | 'session' | 'invitation' | 'key' | 'application' | 'company' | 'queue';
  id: string;
  name: string;
};

export type NewAuditEntry = {
  companyId: number;
  actor: AuditActor;
  action: AuditAction;
  target: AuditTarget;
  /** The address that it came from; undefined at the command line. */
  from?: string | undefined;
  /** What changed, never a secret: such as {from: 'viewer', to: 'owner'}. */
  detail?: Record<string, string>;
};

export type AuditEntry = NewAuditEntry & { id: number; at: Date };

export type AuditFilter = {
  action?: AuditAction | undefined;
  administratorId?: number | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
};

export type AuditPage = { entries: AuditEntry[]; next: number | undefined };

/** What was done to a company's settings. Entries are added, and never changed nor removed. */
export type AuditLog = {
  /** In the transaction of the change itself, where there is one: then neither is there without the other. */
  record(entry: NewAuditEntry, session?: ClientSession): Promise<void>;
  /** Newest first, those before `before`. */
  list(companyId: number, filter: AuditFilter, before?: number): Promise<AuditPage>;
};

export const AUDIT_PAGE = 50;

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
      // By id and not by time: the order in which things happened, whatever the clock said.
      const found = await model
        .find(query)
        .sort({ _id: -1 })
        .limit(AUDIT_PAGE + 1)
        .lean();
      const entries = found.slice(0, AUDIT_PAGE).map(({ _id, ...entry }) => ({ id: _id, ...entry }));
      return { entries, next: found.length > AUDIT_PAGE ? entries.at(-1)?.id : undefined };
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
