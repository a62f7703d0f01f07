import { VitaeError } from '@vitae/kit/errors';
import type { MetadataChange } from '@vitae/proto/metadata-request';
import { type ChangeSet, createChangeSet } from '../keys/change-set.ts';
import type { MetadataStore } from '../store.ts';

/** The most keys that a user holds, and the most bytes that the users of one request hold together. */
export const KEYS_PER_USER = 2_000;
const BYTES_PER_REQUEST = 32 * 1024 * 1024;

export type UpdateMetadata = { companyId: number; changes: readonly MetadataChange[]; signal: AbortSignal };
export type UserKeys = { userId: number; keys: string[] };

/** Changes all users of the request or none; answers what each now holds, in the order named. */
export function createUpdateMetadata(store: MetadataStore) {
  return async ({ companyId, changes, signal }: UpdateMetadata): Promise<UserKeys[]> => {
    const changeSet = createChangeSet(changes);
    let after = new Map<number, string[]>();
    await store.update({
      companyId,
      userIds: changeSet.userIds,
      apply: (held) => {
        after = applyTo(changeSet, held);
        return after;
      },
      signal,
    });
    return changeSet.userIds.map((userId) => ({ userId, keys: after.get(userId) ?? [] }));
  };
}

function applyTo({ userIds, apply }: ChangeSet, held: ReadonlyMap<number, string[]>): Map<number, string[]> {
  let bytes = 0;
  const after = new Map<number, string[]>();
  for (const userId of userIds) {
    const keys = apply(userId, held.get(userId) ?? []);
    if (keys.length > KEYS_PER_USER)
      throw new VitaeError('ABORTED', 'metadata_limit', `User ${userId} would hold more than ${KEYS_PER_USER} keys.`);
    bytes += keys.reduce((sum, key) => sum + Buffer.byteLength(key), 0);
    if (bytes > BYTES_PER_REQUEST)
      throw new VitaeError('INVALID_ARGUMENT', 'metadata_too_large', 'These users hold too many keys for one request.');
    after.set(userId, keys);
  }
  return after;
}
