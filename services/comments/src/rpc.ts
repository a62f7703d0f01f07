import { handleBatch } from '@vitae/kit/batch-handler';
import { type Caller, requireCompany, userInScope } from '@vitae/kit/caller';
import { notFound, type VitaeError } from '@vitae/kit/errors';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import type { CommentsServiceDefinition } from '@vitae/proto/gen/cv/comments/v1/CommentsService';
import type { StoredComment } from './model.ts';
import type { CommentsDeps } from './store.ts';
import { createComment } from './use-cases/create-comment.ts';
import { getComments } from './use-cases/get-comments.ts';
import { listComments } from './use-cases/list-comments.ts';
import { updateComment } from './use-cases/update-comment.ts';
import {
  commentMessage,
  commentRef,
  createRequest,
  listRequest,
  publicComment,
  updateRequest,
  userCommentRef,
  userRef,
} from './wire.ts';

export function createHandlers(deps: CommentsDeps): Handlers<CommentsServiceDefinition> {
  const { store } = deps;
  const get = getComments(deps);
  const create = createComment(deps);
  const update = updateComment(deps);
  const list = listComments(deps);
  return {
    BatchGetComments: ({ items }) =>
      handleBatch(
        items,
        (item, caller) => ({ caller, companyId: caller.companyId, id: validate(commentRef, item).id }),
        async (keys) => (await get(keys)).map((comment, index) => itemOf(ifAccessible(comment, keys[index]?.caller))),
      ),

    BatchGetUserComments: ({ items }) =>
      handleBatch(
        items,
        (item, caller) => {
          const { userId, author } = validate(userCommentRef, item);
          return { user: userInScope(caller, userId), author };
        },
        (keys) => Promise.all(keys.map(async ({ user, author }) => itemOf(await store.findLatest(user, author)))),
      ),

    CreateComment: async (request, { caller }) => {
      const { userId, ...comment } = validate(createRequest, request);
      return commentMessage(await create({ user: userInScope(caller, userId), ...comment }));
    },

    UpdateComment: async (request, { caller }) => {
      const { userId, ...change } = validate(updateRequest, request);
      return commentMessage(await update({ user: userInScope(caller, userId), ...change }));
    },

    ListComments: async (request, { caller, signal }) => {
      const { companyId } = requireCompany(caller);
      const { filters, sort, page, userIds } = validate(listRequest, request);
      const query = { companyId, within: accessibleUsers(caller, userIds), filters, sort };
      const { rows, ...rest } = await list(query, { ...page, signal });
      return { json: Buffer.from(JSON.stringify(rows.map(publicComment))), ...rest };
    },

    HideUser: async (request, { caller }) => {
      await store.hideUser(userInScope(caller, validate(userRef, request).userId));
      return {};
    },
    EraseUser: async (request, { caller }) => {
      await store.eraseUser(userInScope(caller, validate(userRef, request).userId));
      return {};
    },
  };
}

/** The owner of a token, or the users that the gateway lists for an application, even if the list is empty. */
function accessibleUsers(caller: Caller, userIds: readonly number[]): readonly number[] | undefined {
  if (caller.userId !== 0) return [caller.userId];
  return caller.applicationId !== 0 || userIds.length > 0 ? userIds : undefined;
}

/** The token of a CV owner gives access only to comments on the owner. */
function ifAccessible(comment: StoredComment | undefined, caller: Caller | undefined): StoredComment | undefined {
  return comment && (caller?.userId === 0 || caller?.userId === comment.userId) ? comment : undefined;
}

function itemOf(comment: StoredComment | undefined): { comment: ReturnType<typeof commentMessage> } | VitaeError {
  return comment ? { comment: commentMessage(comment) } : notFound('comment_not_found', 'The comment does not exist.');
}
