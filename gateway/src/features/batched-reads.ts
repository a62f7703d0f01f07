import { createBatchedRead } from '@vitae/kit/batched-read';
import type { Caller } from '@vitae/kit/caller';
import { toBatchResult } from '@vitae/proto/clients/batch-result';
import type { Services } from '@vitae/proto/clients/services';
import type { Preferences } from '@vitae/proto/gen/cv/preferences/v1/Preferences';

/** Reads by user id. Reads of a few event-loop turns share a gRPC call. */
export type BatchedReads = {
  preferences(userId: number, caller: Caller): Promise<Preferences>;
  /** Returns the sorted keys of the user. */
  metadata(userId: number, caller: Caller): Promise<string[]>;
  /** Returns the public JSON of the statistics. `updated` is the last update of the user as Unix time in seconds. */
  statistics(user: { userId: number; updated: number }, caller: Caller): Promise<Buffer>;
};

export function createBatchedReads(services: Pick<Services, 'preferences' | 'metadata' | 'stats'>): BatchedReads {
  const preferences = createBatchedRead<number, Preferences>(async (items, deadlineMs) => {
    const request = { items: items.map(({ caller, key: userId }) => ({ caller, userId })) };
    const { items: results } = await services.preferences.call.BatchGetPreferences(request, { deadlineMs });
    return results.map((item) => toBatchResult(item.status, item.preferences));
  });
  const metadata = createBatchedRead<number, string[]>(async (items, deadlineMs) => {
    const request = { items: items.map(({ caller, key: userId }) => ({ caller, userId })) };
    const { items: results } = await services.metadata.call.BatchGetMetadata(request, { deadlineMs });
    return results.map((item) => toBatchResult(item.status, item.keys));
  });
  const statistics = createBatchedRead<{ userId: number; updated: number }, Buffer>(async (items, deadlineMs) => {
    const request = {
      items: items.map(({ caller, key: { userId, updated } }) => ({ caller, userId, userUpdated: updated })),
    };
    const { items: results } = await services.stats.call.BatchGetStats(request, { deadlineMs });
    return results.map((item) => toBatchResult(item.status, item.json));
  });
  return {
    preferences: (userId, caller) => preferences(userId, caller),
    metadata: (userId, caller) => metadata(userId, caller),
    statistics: (user, caller) => statistics(user, caller),
  };
}
