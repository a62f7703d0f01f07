import { VitaeError } from '@vitae/kit/errors';
import { etagResponse, jsonBytesResponse, savedResponse } from '@vitae/kit/http/response';
import type { CommentsClient } from '@vitae/proto/clients/comments-client';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { commentInput, commentList, commentQuery, userComment } from '@vitae/proto/comment';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { jsonObject } from '../../http/list-response.ts';
import {
  filtersAndSort,
  listCall,
  pageRequest,
  pagingHeaders,
  pagingQuery,
  postedListHeaders,
} from '../../http/paging.ts';
import { idempotencyKey, ifMatchOf } from '../../http/preconditions.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { UserAccess } from '../users/user-access.ts';
import { userPath, userQuery, userRefOf } from '../users/user-address.ts';
import type { CommentAuthor } from './comment-author.ts';

export type CommentDependencies = {
  resume: ResumeClient;
  comments: CommentsClient;
  commentAuthor: CommentAuthor;
  userAccess: UserAccess;
};

const listQuery = z.object(pagingQuery(100, 500));
const EMPTY_PAGE = { json: Buffer.from('[]'), total: 0, atLeast: false, next: '' };
const written = commentInput.extend({
  managerId: z
    .int()
    .positive()
    .optional()
    .describe(
      'Id of the manager who is the author. Default: the company, as `author.id` 0 with the name of its administrator.',
    ),
});

export const getLatestComment = defineOperation({
  group: 'Comments',
  summary: 'Get the latest comment on a user',
  path: userPath,
  query: userQuery,
  responses: { 200: { description: 'The comment', schema: userComment, headers: ['ETag'] } },
  errors: ['user_not_found', 'comment_not_found'],
  handle: async (context, { resume, comments }: CommentDependencies) => {
    const comment = await comments.latest(await userIdOf(context, resume), context.caller);
    return etagResponse(comment.json, commentTag(comment), context.request.headers['if-none-match']);
  },
});

export const createComment = defineOperation({
  group: 'Comments',
  summary: 'Create a comment on a user',
  path: userPath,
  query: userQuery,
  body: { schema: written, orQuery: true },
  idempotent: true,
  responses: { 201: { description: 'The new comment', schema: userComment, headers: ['Location', 'ETag'] } },
  errors: ['user_not_found', 'idempotency_key_reused'],
  handle: async (context, { resume, comments, commentAuthor }: CommentDependencies) => {
    const { comment: text, managerId } = context.body;
    const request = {
      userId: await userIdOf(context, resume),
      author: await commentAuthor(managerId, context.caller),
      text,
    };
    const created = await comments.call.CreateComment(
      { ...request, idempotencyKey: idempotencyKey(context) },
      { caller: context.caller },
    );
    return savedResponse(created.json, commentTag(created), 201, {
      Location: `/api/v1/users/${request.userId}/comment`,
    });
  },
});

export const updateLatestComment = defineOperation({
  group: 'Comments',
  summary: 'Update the latest comment of an author on a user',
  path: userPath,
  query: userQuery,
  body: { schema: written, orQuery: true },
  conditional: true,
  responses: { 200: { description: 'The updated comment', schema: userComment, headers: ['ETag'] } },
  errors: ['user_not_found', 'comment_not_found', 'revision_mismatch'],
  handle: async (context, { resume, comments, commentAuthor }: CommentDependencies) => {
    const { caller } = context;
    const { comment: text, managerId } = context.body;
    const request = { userId: await userIdOf(context, resume), author: await commentAuthor(managerId, caller), text };
    const match = await commentMatch(context, () => comments.latest(request.userId, caller, request.author));
    const condition = { ifId: match.id, ifRevision: match.revision };
    const changed = await comments.call.UpdateComment({ ...request, ...condition }, { caller });
    return savedResponse(changed.json, commentTag(changed));
  },
});

export const listComments = defineOperation({
  group: 'Comments',
  summary: 'List comments',
  description: 'Returns the comments that match every filter. Use the same filter twice for a range.',
  query: listQuery,
  body: { schema: commentQuery, optional: true },
  responses: { 200: { description: 'A page of comments', schema: commentList, headers: postedListHeaders } },
  formats: true,
  errors: ['invalid_cursor'],
  handle: async (context, { comments, userAccess }: CommentDependencies) => {
    const named = context.body.filters.flatMap((filter) => (filter.type === 'user' ? [filter.value] : []));
    const userIds = await userAccess.restrict(named, 'comments', context.caller);
    for (const id of userIds ?? []) context.ownerIds.add(id);
    const page =
      userIds?.length === 0
        ? EMPTY_PAGE
        : await comments.call.ListComments(
            { ...filtersAndSort(context.body), page: pageRequest(context.query), userIds: [...(userIds ?? [])] },
            listCall(context),
          );
    return jsonBytesResponse(jsonObject({ comments: page.json }), pagingHeaders(context, listQuery, page));
  },
});

/** The id of the user that the path names. */
async function userIdOf(context: Parameters<typeof userRefOf>[0], resume: ResumeClient): Promise<number> {
  return (await resume.user(userRefOf(context), context.caller)).id;
}

/** A comment and its revision; 0 matches any. */
type CommentVersion = { id: number; revision: number };

const ANY: CommentVersion = { id: 0, revision: 0 };

/** Includes the id: the path always names the latest comment, so the revision alone would be ambiguous. */
function commentTag({ id, revision }: CommentVersion): string {
  return `"${id}-${revision}"`;
}

/** Returns the comment that If-Match requires. */
async function commentMatch(
  context: Pick<RequestContext, 'request'>,
  current: () => Promise<CommentVersion>,
): Promise<CommentVersion> {
  const header = ifMatchOf(context);
  if (header === undefined) return ANY;
  const tags = header.split(',').map((tag) => tag.trim());
  const now = await current();
  if (header === '*' || tags.includes(commentTag(now))) return now;
  throw new VitaeError('FAILED_PRECONDITION', 'revision_mismatch', 'The If-Match header is not the current ETag.');
}
