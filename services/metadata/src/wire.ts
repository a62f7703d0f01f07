import { id } from '@vitae/kit/fields';
import {
  checkLimits,
  metadataKey,
  metadataLimits,
  metadataPattern,
  metadataQuery,
} from '@vitae/proto/metadata-request';
import { z } from 'zod';

export const userRef = z.object({ userId: id() });

// A deprecated API endpoint sends one change for each key and one for the reset.
const maxChanges = metadataLimits.keys + 1;
const { users: maxUsers, keys: maxKeys } = metadataLimits;
const userIds = z.array(id()).max(maxUsers, `must have at most ${maxUsers} users`);

export const updateRequest = z.object({
  changes: z
    .array(
      z.object({
        userIds,
        reset: z.boolean(),
        unassign: z.array(metadataPattern).max(maxKeys, `must have at most ${maxKeys} keys`),
        assign: z.array(metadataKey).max(maxKeys, `must have at most ${maxKeys} keys`),
      }),
    )
    .max(maxChanges, `must have at most ${maxChanges} changes`)
    .superRefine(checkLimits),
});

export const searchRequest = z.object({
  query: metadataQuery.refine(({ negated }) => !negated, 'must not be negated; match users instead'),
  limit: z.int().min(1, 'must be from 1 to 1000').max(1_000, 'must be from 1 to 1000'),
  cursor: z.string().max(2_048),
});

export const matchRequest = z.object({ query: metadataQuery, candidates: userIds });
