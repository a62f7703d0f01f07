import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession, Connection } from 'mongoose';
import { unavailable, VitaeError } from './errors.ts';
import { hasErrorLabel, isDuplicateKey } from './mongo-errors.ts';

export type TransactionOptions = {
  /** Tries in all before the caller is told to come back. */
  attempts?: number;
  /** Between 0 and 1, as Math.random; spreads those who wait for the same document. */
  random?: () => number;
  /** Stops trying when nobody waits for the answer any more. */
  signal?: AbortSignal;
};

/** Runs work in a transaction of a database that is known already. */
export type Transact = <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;

// Short: who waits long meets a new rival each time.
const LONGEST_PAUSE_MS = 25;
// No new try after this: a database that is away fails each of them slowly.
const TRY_WITHIN_MS = 4_000;
// A race of two upserts is over at the second try; what is a duplicate still is one for good.
const DUPLICATE_TRIES = 3;

/**
 * Runs `work` in a transaction with snapshot reads and majority writes. A conflict with another
 * writer, or a primary that changed, is tried again from the start, so `work` must have no other
 * effect. A duplicate key counts as a conflict: two upserts of one document end in it, and the
 * second try finds the document.
 */
export async function inTransaction<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { attempts = 20, random = Math.random, signal } = options;
  const until = performance.now() + TRY_WITHIN_MS;
  const session = await connection.startSession();
  try {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      try {
        return await once(session, work);
      } catch (failure) {
        if (!mayBeTriedAgain(failure, attempt)) throw failure;
        if (attempt >= attempts || performance.now() > until) throw givenUp(failure);
        await pause(random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt));
      }
    }
  } finally {
    await session.endSession();
  }
}

async function once<T>(session: ClientSession, work: (session: ClientSession) => Promise<T>): Promise<T> {
  session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } });
  try {
    const result = await work(session);
    await commit(session);
    return result;
  } catch (failure) {
    if (session.inTransaction()) await session.abortTransaction().catch(() => undefined); // the first failure is the one to tell
    throw failure;
  }
}

// A commit whose answer was lost may have happened: sending it again is safe, running the work again is not.
async function commit(session: ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await session.commitTransaction();
    } catch (failure) {
      if (attempt >= 3 || !hasErrorLabel(failure, 'UnknownTransactionCommitResult')) throw failure;
    }
  }
}

function mayBeTriedAgain(failure: unknown, attempt: number): boolean {
  if (isDuplicateKey(failure)) return attempt < DUPLICATE_TRIES;
  return hasErrorLabel(failure, 'TransientTransactionError');
}

function givenUp(failure: unknown): VitaeError {
  const known = VitaeError.from(failure);
  if (known.reason === 'dependency_unavailable') return known;
  return unavailable('write_contention', 'Others are changing the same data. Try again shortly.', failure);
}
