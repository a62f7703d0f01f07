import { type Clock, systemClock } from '@vitae/kit/clock';
import { createIndexes } from '@vitae/kit/indexes';
import { createSequence } from '@vitae/kit/sequence';
import type { ServiceApp } from '@vitae/kit/service-app';
import type { CommentsServiceDefinition } from '@vitae/proto/gen/cv/comments/v1/CommentsService';
import type { Connection } from 'mongoose';
import { createCommentModel } from './model.ts';
import { createMongoStore } from './mongo-store.ts';
import { createHandlers } from './rpc.ts';
import { createCreateComment } from './use-cases/create-comment.ts';
import { createGetComments } from './use-cases/get-comments.ts';
import { createListComments } from './use-cases/list-comments.ts';
import { createUpdateComment } from './use-cases/update-comment.ts';

export type CommentsParts = { connection: Connection; clock?: Clock };

/** The service without its sockets. */
export function createCommentsApp({
  connection,
  clock = systemClock,
}: CommentsParts): ServiceApp<CommentsServiceDefinition> {
  const model = createCommentModel(connection);
  const store = createMongoStore(model, createSequence(connection, 'comments'));
  return {
    prepare: () => createIndexes(model),
    handlers: createHandlers({
      getComments: createGetComments(store),
      findLatest: store.findLatest,
      createComment: createCreateComment(store, clock),
      updateComment: createUpdateComment(store, clock),
      listComments: createListComments(store),
      hideUser: store.hideUser,
      eraseUser: store.eraseUser,
    }),
  };
}
