import { type Clock, systemClock } from '@vitae/kit/clock';
import { createIndexes } from '@vitae/kit/indexes';
import { createSequence, MAX_ID_BLOCK } from '@vitae/kit/sequence';
import type { ServiceApp } from '@vitae/kit/service-app';
import { createTotalCache } from '@vitae/kit/total-cache';
import type { CommentsServiceDefinition } from '@vitae/proto/gen/cv/comments/v1/CommentsService';
import type { Connection } from 'mongoose';
import { createCommentModel, createMongoStore } from './mongo-store.ts';
import { createHandlers } from './rpc.ts';

export type CommentsParts = { connection: Connection; clock?: Clock };

/** Builds the service on an open connection, without listening. */
export function createCommentsApp({
  connection,
  clock = systemClock,
}: CommentsParts): ServiceApp<CommentsServiceDefinition> {
  const model = createCommentModel(connection);
  const store = createMongoStore(model, createSequence(connection, 'comments', { maxBlock: MAX_ID_BLOCK }));
  return {
    prepare: () => createIndexes(model),
    handlers: createHandlers({ store, clock, totals: createTotalCache(clock) }),
  };
}
