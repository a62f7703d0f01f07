import { handleBatch } from '@vitae/kit/batch-handler';
import { type Caller, requireCompany, userInScope } from '@vitae/kit/caller';
import { notFound, type VitaeError } from '@vitae/kit/errors';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import type { CommentsServiceDefinition } from '@vitae/proto/gen/cv/comments/v1/CommentsService';
import type { CommentStore, StoredComment } from './store.ts';
import type { createCreateComment } from './use-cases/create-comment.ts';
import type { createGetComments } from './use-cases/get-comments.ts';
import type { createListComments } from './use-cases/list-comments.ts';
import type { createUpdateComment } from './use-cases/update-comment.ts';
import {
  commentRef,
  createRequest,
  listRequest,
  shown,
  toMessage,
  updateRequest,
  userCommentRef,
  userRef,
} from './wire.ts';

export type UseCases = {
  getComments: ReturnType<typeof createGetComments>;
  findLatest: CommentStore['findLatest'];
  createComment: ReturnType<typeof createCreateComment>;
  updateComment: ReturnType<typeof createUpdateComment>;
  listComments: ReturnType<typeof createListComments>;
  hideUser: CommentStore['hideUser'];
  eraseUser: CommentStore['eraseUser'];
};

export function createHandlers(useCases: UseCases): Handlers<CommentsServiceDefinition> {
  return {
    BatchGetComments: ({ items }) =>
      handleBatch(
        items,
        (item, caller) => ({ caller, companyId: caller.companyId, id: validate(commentRef, item).id }),
        async (asked) =>
          (await useCases.getComments(asked)).map((found, index) => answer(mayBeSeen(found, asked[index]?.caller))),
      ),

    BatchGetUserComments: ({ items }) =>
      handleBatch(
        items,
        (item, caller) => {
          const { userId, author } = validate(userCommentRef, item);
          return { user: userInScope(caller, userId), author };
        },
        (asked) => Promise.all(asked.map(async ({ user, author }) => answer(await useCases.findLatest(user, author)))),
      ),

    CreateComment: async (request, { caller }) => {
      const { userId, ...comment } = validate(createRequest, request);
      return toMessage(await useCases.createComment({ user: userInScope(caller, userId), ...comment }));
    },

    UpdateComment: async (request, { caller }) => {
      const { userId, ...change } = validate(updateRequest, request);
      return toMessage(await useCases.updateComment({ user: userInScope(caller, userId), ...change }));
    },

    ListComments: async (request, { caller }) => {
      const { companyId } = requireCompany(caller);
      const { filters, sort, page, userIds } = validate(listRequest, request);
      const within = mayBeListed(caller, userIds);
      const { comments, total, next } = await useCases.listComments({ companyId, within, filters, sort, ...page });
      return { json: Buffer.from(JSON.stringify(comments.map(shown))), total, next };
    },

    HideUser: async (request, { caller }) => {
      await useCases.hideUser(userInScope(caller, validate(userRef, request).userId));
      return {};
    },
    EraseUser: async (request, { caller }) => {
      await useCases.eraseUser(userInScope(caller, validate(userRef, request).userId));
      return {};
    },
  };
}

/** The owner for a CV owner's token; for an application those that the gateway names, even if that is nobody. */
function mayBeListed(caller: Caller, userIds: readonly number[]): readonly number[] | undefined {
  if (caller.userId !== 0) return [caller.userId];
  return caller.applicationId !== 0 || userIds.length > 0 ? userIds : undefined;
}

/** A CV owner's token reaches comments on the owner alone. */
function mayBeSeen(comment: StoredComment | undefined, caller: Caller | undefined): StoredComment | undefined {
  return comment && (caller?.userId === 0 || caller?.userId === comment.userId) ? comment : undefined;
}

function answer(comment: StoredComment | undefined): { comment: ReturnType<typeof toMessage> } | VitaeError {
  return comment ? { comment: toMessage(comment) } : notFound('comment_not_found', 'There is no such comment.');
}
