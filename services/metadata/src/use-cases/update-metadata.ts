import { conflict, VitaeError } from '@vitae/kit/errors';
import type { MetadataChange } from '@vitae/proto/metadata-request';
import { type ChangeSet, createChangeSet } from '../keys/change-set.ts';
import type { MetadataDeps } from '../store.ts';

const MAX_KEYS_PER_USER = 2_000;
/** Limits the total size of the keys of all users in a request. */
const MAX_BYTES_PER_REQUEST = 32 * 1024 * 1024;

export type UpdateMetadataCommand = { companyId: number; changes: readonly MetadataChange[]; signal: AbortSignal };
export type UserKeys = { userId: number; keys: string[] };

/**
 * Changes all users of a request or none.
 * @returns the new keys of each user in the order of the request
 * @throws {VitaeError} ABORTED metadata_limit when a user would have too many keys
 * @throws {VitaeError} INVALID_ARGUMENT metadata_too_large when the keys of all users exceed the limit
 */
export function updateMetadata({ store }: MetadataDeps) {
  return async ({ companyId, changes, signal }: UpdateMetadataCommand): Promise<UserKeys[]> => {
    const changeSet = createChangeSet(changes);
    let updated = new Map<number, string[]>();
    await store.update({
      companyId,
      userIds: changeSet.userIds,
      apply: (current) => {
        updated = applyChanges(changeSet, current);
        return updated;
      },
      signal,
    });
    return changeSet.userIds.map((userId) => ({ userId, keys: updated.get(userId) ?? [] }));
  };
}

function applyChanges({ userIds, apply }: ChangeSet, current: ReadonlyMap<number, string[]>): Map<number, string[]> {
  let bytes = 0;
  const updated = new Map<number, string[]>();
  for (const userId of userIds) {
    const keys = apply(userId, current.get(userId) ?? []);
    if (keys.length > MAX_KEYS_PER_USER)
      throw conflict('metadata_limit', `User ${userId} would have more than ${MAX_KEYS_PER_USER} keys.`);
    bytes += keys.reduce((sum, key) => sum + Buffer.byteLength(key), 0);
    if (bytes > MAX_BYTES_PER_REQUEST)
      throw new VitaeError(
        'INVALID_ARGUMENT',
        'metadata_too_large',
        'The users of this request have too many keys. Split the request.',
      );
    updated.set(userId, keys);
  }
  return updated;
}
