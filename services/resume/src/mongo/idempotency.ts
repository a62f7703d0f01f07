import type { ClientSession } from 'mongoose';
import type { IdempotencyKey, IdempotencyStore } from '../store.ts';
import { insertDocument } from './insert.ts';
import type { Models } from './models.ts';

export function createMongoIdempotency(
  { idempotency }: Pick<Models, 'idempotency'>,
  session: ClientSession | null,
): IdempotencyStore {
  return {
    find: async (key) => {
      const stored = await idempotency.findOne({ _id: idOf(key), companyId: key.companyId }, null, { session }).lean();
      return stored ? { bodyHash: stored.bodyHash, response: stored.response } : undefined;
    },
    insert: async (key, stored) => {
      await insertDocument(idempotency, { _id: idOf(key), companyId: key.companyId, ...stored }, session);
    },
  };
}

function idOf({ companyId, method, key }: IdempotencyKey): string {
  return `${companyId} ${method} ${key}`;
}
