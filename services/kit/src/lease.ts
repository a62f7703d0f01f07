import { randomUUID } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';

/** All times are those of the server, so that the clocks of processes do not matter. */
type LeaseDocument = { _id: string; holder: string; expiresAt: Date; completedAt: Date };

export type HeldLease = {
  /** Extends the lease. Returns false if another process has taken it over: the work must stop. */
  renew(): Promise<boolean>;
  /** Ends the lease, if it is still held. */
  release(result: { isComplete: boolean }): Promise<void>;
};

/** Lets one process at a time do a piece of work. */
export type Lease = {
  name: string;
  /** Returns undefined if another process has the lease, or if the work was completed less than `minPauseMs` ago. */
  acquire(minPauseMs?: number): Promise<HeldLease | undefined>;
  /** Returns the seconds since the work was last completed, or since it was first begun. */
  secondsSinceCompletion(): Promise<number>;
};

/** How long work stands still after its holder was killed. A holder that works renews the lease more often. */
const LEASE_MS = 60_000;

const EXTENDED = { $add: ['$$NOW', LEASE_MS] };

/**
 * Opens a lease in the database. A holder that was paused may still be in the middle of a step when another process takes
 * over, so steps must be idempotent, and the holder must renew the lease before each.
 */
export function createLease(connection: Connection, name: string): Lease {
  const leases = connection.collection<LeaseDocument>('leases') as unknown as mongo.Collection<LeaseDocument>;
  return {
    name,
    acquire: async (minPauseMs = 0) => {
      const holder = randomUUID();
      const isDue = { $lte: ['$completedAt', { $subtract: ['$$NOW', minPauseMs] }] };
      const isFree = { $and: [{ $lte: ['$expiresAt', '$$NOW'] }, isDue] };
      const taken = {
        holder: { $cond: [isFree, holder, '$holder'] },
        expiresAt: { $cond: [isFree, EXTENDED, '$expiresAt'] },
        completedAt: { $ifNull: ['$completedAt', '$$NOW'] },
      };
      // The filter on _id alone lets MongoDB retry when two first upserts race.
      const lease = await leases.findOneAndUpdate({ _id: name }, [{ $set: taken }], {
        upsert: true,
        returnDocument: 'after',
      });
      return lease?.holder === holder ? heldLease(leases, { _id: name, holder }) : undefined;
    },
    secondsSinceCompletion: async () => {
      const age = { $dateDiff: { startDate: '$completedAt', endDate: '$$NOW', unit: 'second' } };
      const [lease] = await leases.aggregate([{ $match: { _id: name } }, { $project: { age } }]).toArray();
      return Number(lease?.age ?? 0);
    },
  };
}

function heldLease(leases: mongo.Collection<LeaseDocument>, own: { _id: string; holder: string }): HeldLease {
  return {
    renew: async () => (await leases.updateOne(own, [{ $set: { expiresAt: EXTENDED } }])).matchedCount === 1,
    release: async ({ isComplete }) => {
      const completed = isComplete ? { completedAt: '$$NOW' } : {};
      await leases.updateOne(own, [{ $set: { expiresAt: '$$NOW', ...completed } }]);
    },
  };
}
