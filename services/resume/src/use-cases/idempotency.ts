import { createHash } from 'node:crypto';
import { VitaeError } from '@vitae/kit/errors';
import type { ResumeDeps } from './deps.ts';
import type { AnswerKey, ResumeStore } from '../store.ts';

export type OnceRequest = AnswerKey & { body: readonly (string | Uint8Array)[] };

/**
 * Runs creating work in one transaction. With an idempotency key its answer is stored in the same
 * transaction: the same call again gets the stored answer, another body is refused.
 */
export function once<Answer>(
  { store, clock }: Pick<ResumeDeps, 'store' | 'clock'>,
  { body, ...key }: OnceRequest,
  work: (store: ResumeStore) => Promise<{ userId: number; answer: Answer }>,
): Promise<Answer> {
  return store.atomically(key.companyId, async (tx) => {
    if (key.key === '') return (await work(tx)).answer;
    const bodyHash = hashOf(body);
    const stored = await tx.answers.find(key);
    if (stored !== undefined) {
      if (stored.bodyHash !== bodyHash) {
        throw new VitaeError(
          'ALREADY_EXISTS',
          'idempotency_key_reused',
          'This Idempotency-Key was used before with another body.',
          { status: 422 },
        );
      }
      return JSON.parse(stored.answer) as Answer;
    }
    const { userId, answer } = await work(tx);
    await tx.answers.insert(key, { bodyHash, answer: JSON.stringify(answer), userId, at: new Date(clock.now()) });
    return answer;
  });
}

function hashOf(parts: OnceRequest['body']): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}
