import type { Connection } from 'mongoose';

/** A query recorded by MongoDB's profiler. */
export type ProfiledQuery = {
  collection: string;
  /** find, update, remove, command… */
  op: string;
  /** The name of the command, such as find or count. */
  command: string;
  /** The time limit of the command, 0 for none. */
  maxTimeMs: number;
  /** For example `IXSCAN { companyId: 1, userId: 1 }`; COLLSCAN if no index was used. */
  plan: string;
  keysExamined: number;
  docsExamined: number;
  returned: number;
  /** Whether the result was sorted in memory. */
  sorted: boolean;
};

type ProfileRow = {
  ns: string;
  op: string;
  command?: { maxTimeMS?: number };
  planSummary?: string;
  keysExamined?: number;
  docsExamined?: number;
  nreturned?: number;
  nModified?: number;
  hasSortStage?: boolean;
};

/** Runs `work` and returns the plan of every query it made. */
export async function profileQueries(connection: Connection, work: () => Promise<unknown>): Promise<ProfiledQuery[]> {
  const db = connection.db;
  if (!db) throw new Error('Not connected');
  const since = new Date((await db.admin().serverStatus()).localTime);
  await db.command({ profile: 2 });
  try {
    await work();
  } finally {
    await db.command({ profile: 0 });
  }
  const rows = await db
    .collection('system.profile')
    .find<ProfileRow>({ ts: { $gte: since }, planSummary: { $exists: true } })
    .sort({ ts: 1 })
    .toArray();
  return rows
    .filter((row) => !row.ns.endsWith('system.profile'))
    .map((row) => ({
      collection: row.ns.slice(row.ns.indexOf('.') + 1),
      op: row.op,
      command: Object.keys(row.command ?? {})[0] ?? '',
      maxTimeMs: row.command?.maxTimeMS ?? 0,
      plan: row.planSummary ?? '',
      keysExamined: row.keysExamined ?? 0,
      docsExamined: row.docsExamined ?? 0,
      returned: row.nreturned ?? row.nModified ?? 0,
      sorted: row.hasSortStage ?? false,
    }));
}

type FindOptions = { maxTimeMS?: number };

/**
 * Slows down the finds of a collection whose filter contains a text, by a second per document, so that they end only if
 * they are cancelled.
 */
export function slowFinds(connection: Connection, name: string, text: string) {
  const collection = connection.collection(name);
  const find = collection.find.bind(collection) as (filter: object, options?: FindOptions) => unknown;
  const slowFind = (filter: object, options?: FindOptions) =>
    JSON.stringify(filter).includes(text)
      ? find({ $and: [filter, { $where: 'sleep(1000) || true' }] }, { ...options, maxTimeMS: 300_000 })
      : find(filter, options);
  Object.assign(collection, { find: slowFind });
  const selected = { ns: `${connection.name}.${name}`, 'command.find': name };
  return {
    /** The number of finds of the collection that MongoDB executes. */
    running: async () => {
      const admin = connection.getClient().db('admin');
      return (await admin.aggregate([{ $currentOp: {} }, { $match: selected }]).toArray()).length;
    },
    restore: () => void Object.assign(collection, { find }),
  };
}
