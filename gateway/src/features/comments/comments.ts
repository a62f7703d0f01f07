import type { Caller } from '@vitae/kit/caller';
import { bytesAnswer, etagAnswer, taggedAnswer } from '@vitae/kit/http/answer';
import type { CommentsClient } from '@vitae/proto/clients/comments-client';
import type { ResumeClient, UserKey } from '@vitae/proto/clients/resume-client';
import { commentInput, commentList, commentQuery, userComment } from '@vitae/proto/comment';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import { asMessages } from '../../http/list-messages.ts';
import { objectOf } from '../../http/list-response.ts';
import { pageRequest, pagingHeaders, pagingQuery } from '../../http/paging.ts';
import { asMismatch, idempotencyKey } from '../../http/preconditions.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';
import type { Reach } from '../users/reach.ts';
import { userKey, userPath, userQuery } from '../users/user-address.ts';
import type { CommentAuthor } from './comment-author.ts';
import { commentMatch, commentTag } from './comment-tag.ts';

export type CommentCallDependencies = {
  resume: ResumeClient;
  comments: CommentsClient;
  author: CommentAuthor;
  reach: Reach;
};

const listQuery = z.object(pagingQuery(100, 500));
const EMPTY_PAGE = { json: Buffer.from('[]'), total: 0, next: '' };
const written = commentInput.extend({
  managerId: z
    .int()
    .positive()
    .optional()
    .describe('The manager who writes; without it, the company’s administrator does.'),
});

/** Comments on the company's users. */
export function commentCalls({ resume, comments, author, reach }: CommentCallDependencies): DocumentedRoute[] {
  const userId = async (key: UserKey, caller: Caller) => (await resume.user(key, caller)).id;
  return [
    defineCall({
      name: 'users.comment.read',
      method: 'GET',
      paths: ['/api/v1/users/:id/comment'],
      quota: 'standard',
      group: 'Comments',
      summary: 'Reads the latest comment on a user',
      path: userPath,
      query: userQuery,
      answers: { 200: { description: 'The comment', schema: userComment, headers: ['ETag'] } },
      errors: ['user_not_found', 'comment_not_found'],
      handle: async (call) => {
        const comment = await comments.latest(await userId(userKey(call), call.caller), call.caller);
        return etagAnswer(comment.json, commentTag(comment), call.request.headers['if-none-match']);
      },
    }),
    defineCall({
      name: 'users.comment.create',
      method: 'POST',
      paths: ['/api/v1/users/:id/comment'],
      quota: 'standard',
      group: 'Comments',
      summary: 'Writes a comment on a user',
      path: userPath,
      query: userQuery,
      body: { schema: written, orQuery: true },
      idempotent: true,
      answers: { 201: { description: 'The comment', schema: userComment, headers: ['Location', 'ETag'] } },
      errors: ['user_not_found', 'idempotency_key_reused'],
      handle: async (call) => {
        const { comment: text, managerId } = call.body;
        const request = {
          userId: await userId(userKey(call), call.caller),
          author: await author(managerId, call.caller),
          text,
        };
        const created = await comments.call.CreateComment(
          { ...request, idempotencyKey: idempotencyKey(call) },
          { caller: call.caller },
        );
        return taggedAnswer(created.json, commentTag(created), 201, {
          Location: `/api/v1/users/${request.userId}/comment`,
        });
      },
    }),
    defineCall({
      name: 'users.comment.update',
      method: 'PUT',
      paths: ['/api/v1/users/:id/comment'],
      quota: 'standard',
      group: 'Comments',
      summary: 'Changes the latest comment that its author wrote on a user',
      path: userPath,
      query: userQuery,
      body: { schema: written, orQuery: true },
      conditional: true,
      answers: { 200: { description: 'The comment as it is now', schema: userComment, headers: ['ETag'] } },
      errors: ['user_not_found', 'comment_not_found', 'revision_mismatch'],
      handle: async (call) => {
        const { caller } = call;
        const { comment: text, managerId } = call.body;
        const request = { userId: await userId(userKey(call), caller), author: await author(managerId, caller), text };
        const match = await commentMatch(call, () => comments.latest(request.userId, caller, request.author));
        const changed = await comments.call
          .UpdateComment({ ...request, ifId: match.id, ifRevision: match.revision }, { caller })
          .catch(asMismatch(match.revision));
        return taggedAnswer(changed.json, commentTag(changed));
      },
    }),
    defineCall({
      name: 'comments.list',
      method: 'POST',
      paths: ['/api/v1/comments'],
      quota: 'standard',
      group: 'Comments',
      summary: 'Lists comments by filters',
      description: 'Filters must all hold; the same one twice is a range.',
      query: listQuery,
      body: { schema: commentQuery, optional: true },
      answers: { 200: { description: 'A page of comments', schema: commentList, headers: ['Link', 'X-Total-Count'] } },
      errors: ['invalid_cursor'],
      handle: async (call) => {
        const { filters, sort } = asMessages(call.body);
        const named = call.body.filters.flatMap((filter) => (filter.type === 'user' ? [filter.value] : []));
        const userIds = await reach.within(named, call.caller);
        const page =
          userIds?.length === 0
            ? EMPTY_PAGE
            : await comments.call.ListComments(
                { filters, sort, page: pageRequest(call.query), userIds: [...(userIds ?? [])] },
                { caller: call.caller },
              );
        return bytesAnswer(objectOf({ comments: page.json }), pagingHeaders(call, listQuery, page));
      },
    }),
  ];
}
