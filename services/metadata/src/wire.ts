import { id } from '@vitae/kit/fields';
import {
  metadataKey,
  metadataLimits,
  metadataPattern,
  metadataQuery,
  checkLimits,
} from '@vitae/proto/metadata-request';
import { z } from 'zod';

export const userRef = z.object({ userId: id() });

// A deprecated call of the API makes one change for each key, and one for the reset.
const mostChanges = metadataLimits.keys + 1;
const userIds = z.array(id()).max(metadataLimits.users, `must be at most ${metadataLimits.users}`);

export const updateRequest = z.object({
  changes: z
    .array(
      z.object({
        userIds,
        reset: z.boolean(),
        unassign: z.array(metadataPattern).max(metadataLimits.keys, `must be at most ${metadataLimits.keys}`),
        assign: z.array(metadataKey).max(metadataLimits.keys, `must be at most ${metadataLimits.keys}`),
      }),
    )
    .max(mostChanges, `must be at most ${mostChanges}`)
    .superRefine(checkLimits),
});

export const searchRequest = z.object({
  query: metadataQuery.refine(({ negated }) => !negated, 'must not be negated: match users instead'),
  limit: z.int().min(1, 'must be 1 to 1000').max(1_000, 'must be 1 to 1000'),
  cursor: z.string().max(2_048),
});

export const matchRequest = z.object({ query: metadataQuery, candidates: userIds });
