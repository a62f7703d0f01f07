import type { mongo } from 'mongoose';
import { readOplog, type Write } from './mongo/oplog-entries.ts';

type Item = { companyId: number; id: number };
type Review = Item & { at: string; action: string; kind: string; name: string };

/** The deletions and revocations after a point in time. */
export type Removals = {
  users: Item[];
  cvs: Item[];
  /** Revoked API keys. */
  keys: Item[];
  /** Disabled applications. */
  applications: Item[];
  /** The `_id` of accesses that owners withdrew from applications. */
  grants: unknown[];
  /** Other security changes, which cannot be repeated from the log. */
  review: Review[];
};

type Document = Record<string, unknown>;

const REVIEWED = new Set([
  'administratorRemoved',
  'roleChanged',
  'passwordChanged',
  'passwordReset',
  'secondFactorOn',
  'keyRolled',
  'keyFenceChanged',
  'applicationKeyRolled',
]);

/**
 * Finds removals in the oplog after a second. Omits removals of objects that were created after that second: they do
 * not exist in a database that was restored to it, and their ids will be used again.
 *
 * @param oplog the entries of the oplog as BSON, one after the other
 * @param second in seconds since 1970
 */
export async function findRemovals(oplog: AsyncIterable<Uint8Array>, second: number): Promise<Removals> {
  const found = createFindings();
  for await (const entry of readOplog(oplog))
    if (entry.second > second) for (const one of writesOf(entry.write)) found.add(one);
  return found.removals();
}

/** A transaction is one entry that contains its writes. */
function writesOf(write: Write): Write[] {
  const nested = write.op === 'c' ? write.o?.applyOps : undefined;
  return Array.isArray(nested) ? (nested as Write[]).flatMap(writesOf) : [write];
}

type Kind = 'users' | 'cvs' | 'keys' | 'applications';

function createFindings() {
  const removed: Record<Kind, Map<number, Item>> = {
    users: new Map(),
    cvs: new Map(),
    keys: new Map(),
    applications: new Map(),
  };
  const created: Record<Kind, Set<number>> = {
    users: new Set(),
    cvs: new Set(),
    keys: new Set(),
    applications: new Set(),
  };
  const grants: unknown[] = [];
  const review: Review[] = [];

  const remove = (kind: Kind, id: number, companyId: number) => {
    if (!created[kind].has(id)) removed[kind].set(id, { companyId, id });
  };
  const create = (kind: Kind, id: number) => {
    // An owner has restored a deleted CV.
    if (!removed[kind].delete(id)) created[kind].add(id);
  };
  const addAudit = ({ _id, companyId, action, target, at }: Document) => {
    const { kind, id, name } = target as { kind: string; id: string; name: string };
    if (action === 'keyRevoked') remove('keys', Number(id), Number(companyId));
    else if (action === 'applicationDisabled') remove('applications', Number(id), Number(companyId));
    else if (REVIEWED.has(String(action)))
      review.push({
        at: (at instanceof Date ? at : (_id as mongo.ObjectId).getTimestamp()).toISOString(),
        companyId: Number(companyId),
        action: String(action),
        kind,
        id: Number(id),
        name,
      });
  };
  const inserts: Record<string, (document: Document) => void> = {
    users: ({ _id }) => create('users', Number(_id)),
    cvs: ({ _id }) => create('cvs', Number(_id)),
    keys: ({ _id }) => create('keys', Number(_id)),
    applications: ({ _id }) => create('applications', Number(_id)),
    deleted_users: ({ _id, companyId }) => remove('users', Number(_id), Number(companyId)),
    // The CVs of a deleted user are deleted with the user.
    deleted_cvs: ({ _id, companyId, withUser }) => {
      if (!withUser) remove('cvs', Number(_id), Number(companyId));
    },
    auditEntries: addAudit,
  };
  return {
    add: ({ op, ns = '', o = {} }: Write) => {
      const collection = ns.slice(ns.indexOf('.') + 1);
      if (op === 'i') inserts[collection]?.(o);
      else if (op === 'd' && collection === 'grants') grants.push(o._id);
    },
    removals: (): Removals => ({
      users: [...removed.users.values()],
      cvs: [...removed.cvs.values()],
      keys: [...removed.keys.values()],
      applications: [...removed.applications.values()],
      grants,
      review,
    }),
  };
}
