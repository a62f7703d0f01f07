import { unavailable, VitaeError } from '@vitae/kit/errors';

/** Another request may change the CV between reading and writing it. */
const MAX_ATTEMPTS = 5;

/** Returns whether a record no longer has the revision that a change was based on. */
export function isRevisionConflict(thrown: unknown): boolean {
  return thrown instanceof VitaeError && ['revision_mismatch', 'revision_conflict'].includes(thrown.reason);
}

/**
 * Repeats a change on the newest content until no other request interferes.
 * @throws {VitaeError} UNAVAILABLE write_contention if other requests interfere with every attempt
 */
export async function retryOnConflict<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await change();
    } catch (thrown) {
      if (!isRevisionConflict(thrown)) throw thrown;
      if (attempt === MAX_ATTEMPTS)
        throw unavailable('write_contention', 'Other requests keep changing the CV. Try again shortly.', thrown);
    }
}
