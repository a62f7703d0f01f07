import { randomUUID } from 'node:crypto';
import { companyCaller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { UserRecord } from '@vitae/proto/user-record';
import { type Connection, Schema, trusted } from 'mongoose';
import type { OwnerCredentials } from './owner-credentials.ts';

/** Owners may sign in with their address: a new one that a company gives them counts there too. */
export type LoginAddresses = {
  /**
   * Makes a change of a user's address and lets the login follow. Should that fail, the change
   * stands, and the login follows later.
   */
  follow<T>(user: { companyId: number; userId: number }, email: string, change: () => Promise<T>): Promise<T>;
  /** Lets the logins follow whose change was interrupted; answers how many. */
  carryOn(): Promise<number>;
  /** Does so now and then until it is stopped; any number of gateways may. */
  start(): void;
  close(): Promise<void>;
};

export type LoginAddressesDependencies = {
  connection: Connection;
  credentials: Pick<OwnerCredentials, 'setEmail'>;
  resume: Pick<ResumeClient, 'user'>;
  clock: Clock;
  log: Logger;
};

type PendingAddress = { _id: string; companyId: number; userId: number; at: Date };

const EVERY_MS = 60_000;
/** A change that was begun less long ago may still be under way. */
const UNDER_WAY_MS = 30_000;
const AT_ONCE = 100;

export function createLoginAddresses(dependencies: LoginAddressesDependencies): LoginAddresses {
  const { connection, credentials, clock, log } = dependencies;
  const model = connection.model<PendingAddress>('PendingAddress', pendingAddressSchema());
  let recurring: Recurring | undefined;
  const carryOn = async () => {
    const interrupted = await model
      .find({ at: trusted({ $lt: new Date(clock.now() - UNDER_WAY_MS) }) })
      .sort({ at: 1 })
      .limit(AT_ONCE)
      .lean();
    for (const pending of interrupted) {
      const email = await addressOf(dependencies.resume, pending);
      if (email !== undefined) await credentials.setEmail(pending.userId, email);
      await model.deleteOne({ _id: pending._id });
    }
    return interrupted.length;
  };
  return {
    follow: async (user, email, change) => {
      // Written before the change, so that a gateway that dies in between leaves word of it.
      const _id = randomUUID();
      await model.create([{ ...user, _id, at: new Date(clock.now()) }]);
      const changed = await change();
      try {
        await credentials.setEmail(user.userId, email);
        await model.deleteOne({ _id });
      } catch (err) {
        log.warn({ err, ...user }, 'A login could not follow a new address yet');
      }
      return changed;
    },
    carryOn,
    start: () => {
      recurring = startRecurring('login addresses', EVERY_MS, carryOn, log);
    },
    close: async () => recurring?.stop(),
  };
}

/** What the user's address is now; undefined for a user who was deleted meanwhile. */
async function addressOf(
  resume: LoginAddressesDependencies['resume'],
  { companyId, userId }: PendingAddress,
): Promise<string | undefined> {
  try {
    const caller = companyCaller(companyId, `login-address-${userId}`);
    const { json } = await resume.user({ id: String(userId), byIdOrigin: false }, caller);
    return (JSON.parse(json.toString('utf8')) as UserRecord).email;
  } catch (error) {
    if (error instanceof VitaeError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

function pendingAddressSchema(): Schema<PendingAddress> {
  const schema = new Schema<PendingAddress>(
    { _id: String, companyId: Number, userId: Number, at: Date },
    { collection: 'pendingaddresses', versionKey: false },
  );
  schema.index({ at: 1 });
  return schema;
}
