import { type Clock, systemClock } from '@vitae/kit/clock';
import { createIndexes } from '@vitae/kit/indexes';
import { createSequence, MAX_ID_BLOCK } from '@vitae/kit/sequence';
import type { ServiceApp } from '@vitae/kit/service-app';
import { createTotalCache } from '@vitae/kit/total-cache';
import type { CommentsServiceDefinition } from '@vitae/proto/gen/cv/comments/v1/CommentsService';
import type { Connection } from 'mongoose';
import { createIdempotencyModel, upgradeIdempotency } from './mongo/idempotency.ts';
import { createCommentModel, createMongoStore } from './mongo-store.ts';
import { createHandlers } from './rpc.ts';

export type CommentsParts = { connection: Connection; clock?: Clock };

/** Builds the service on an open connection, without listening. */
export function createCommentsApp({
  connection,
  clock = systemClock,
}: CommentsParts): ServiceApp<CommentsServiceDefinition> {
  const model = createCommentModel(connection);
  const usedKeys = createIdempotencyModel(connection);
  const ids = createSequence(connection, 'comments', { maxBlock: MAX_ID_BLOCK });
  const store = createMongoStore(model, usedKeys, ids);
  return {
    prepare: async () => {
      await createIndexes(model);
      await createIndexes(usedKeys);
      await upgradeIdempotency(usedKeys, clock.now());
    },
    handlers: createHandlers({ store, clock, totals: createTotalCache(clock) }),
  };
}
