import { createHash } from 'node:crypto';
import { VitaeError } from '@vitae/kit/errors';
import type { IdempotencyKey, ResumeStore } from '../store.ts';
import type { ResumeDeps } from './deps.ts';

/** `key` is "" for a request without an idempotency key. */
export type IdempotentRequest = IdempotencyKey & { body: readonly (string | Uint8Array)[] };

/**
 * Runs work in a transaction that also stores its response under the idempotency key. A repeated
 * request returns the stored response.
 * @throws {VitaeError} ALREADY_EXISTS idempotency_key_reused when the key was used with a different body
 */
export function runIdempotently<Response>(
  { store, clock }: Pick<ResumeDeps, 'store' | 'clock'>,
  { body, ...key }: IdempotentRequest,
  work: (store: ResumeStore) => Promise<{ userId: number; response: Response }>,
): Promise<Response> {
  return store.transaction(async (tx) => {
    if (key.key === '') return (await work(tx)).response;
    const bodyHash = hashOf(body);
    const stored = await tx.idempotency.find(key);
    if (stored !== undefined) {
      if (stored.bodyHash !== bodyHash) throw keyReused();
      return JSON.parse(stored.response) as Response;
    }
    const { userId, response } = await work(tx);
    const at = new Date(clock.now());
    await tx.idempotency.insert(key, { bodyHash, response: JSON.stringify(response), userId, at });
    return response;
  });
}

function keyReused(): VitaeError {
  const message = 'This Idempotency-Key was already used with a different request body.';
  return new VitaeError('ALREADY_EXISTS', 'idempotency_key_reused', message, { status: 422 });
}

function hashOf(parts: IdempotentRequest['body']): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}
