import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession, Connection } from 'mongoose';
import { unavailable, VitaeError } from './errors.ts';
import { hasErrorLabel, isDuplicateKey } from './mongo-errors.ts';

export type TransactionOptions = {
  /** The maximum number of attempts. */
  attempts?: number;
  /** The source of jitter, like Math.random. */
  random?: () => number;
  /** Aborted when the result is no longer needed; no further attempt is made. */
  signal?: AbortSignal;
};

/** `inTransaction` bound to a connection. */
export type Transact = <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;

// Short, because a longer pause only meets new conflicting writers.
const MAX_BACKOFF_MS = 25;
// No new attempt after this time, because attempts fail slowly while the database is unavailable.
const RETRY_WINDOW_MS = 4_000;
// A race of two upserts is resolved by the second attempt. After that, the duplicate is permanent.
const MAX_DUPLICATE_ATTEMPTS = 3;

/**
 * Runs `work` in a transaction with snapshot reads and majority writes. After a write conflict or a change of primary,
 * `work` runs again, so it must have no other side effects. A duplicate key counts as a conflict: it is the result of two
 * concurrent upserts, and the next attempt finds the document.
 * @throws {VitaeError} UNAVAILABLE write_contention if all attempts conflict.
 */
export async function inTransaction<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { attempts = 20, random = Math.random, signal } = options;
  const until = performance.now() + RETRY_WINDOW_MS;
  const session = await connection.startSession();
  try {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      try {
        return await attemptOnce(session, work);
      } catch (failure) {
        if (!isRetryable(failure, attempt)) throw failure;
        if (attempt >= attempts || performance.now() > until) throw contentionError(failure);
        await pause(random() * Math.min(MAX_BACKOFF_MS, 2 ** attempt));
      }
    }
  } finally {
    await session.endSession();
  }
}

async function attemptOnce<T>(session: ClientSession, work: (session: ClientSession) => Promise<T>): Promise<T> {
  session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } });
  try {
    const result = await work(session);
    await commit(session);
    return result;
  } catch (failure) {
    if (session.inTransaction()) await session.abortTransaction().catch(() => undefined); // the first failure is the one to report
    throw failure;
  }
}

// If the response to a commit is lost, repeating the commit is safe, but running the work again is not.
async function commit(session: ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await session.commitTransaction();
    } catch (failure) {
      if (attempt >= 3 || !hasErrorLabel(failure, 'UnknownTransactionCommitResult')) throw failure;
    }
  }
}

function isRetryable(failure: unknown, attempt: number): boolean {
  if (isDuplicateKey(failure)) return attempt < MAX_DUPLICATE_ATTEMPTS;
  return hasErrorLabel(failure, 'TransientTransactionError');
}

function contentionError(failure: unknown): VitaeError {
  const known = VitaeError.from(failure);
  if (known.reason === 'dependency_unavailable') return known;
  return unavailable('write_contention', 'Too many requests are modifying the same data. Try again shortly.', failure);
}
