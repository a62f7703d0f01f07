import { id, line, optionalId } from '@vitae/kit/fields';
import {
  type Comment,
  type CommentAuthor,
  type CommentSort,
  commentFilter,
  commentSort,
  commentText,
  type UserComment,
} from '@vitae/proto/comment';
import type { CommentInput } from '@vitae/proto/gen/cv/comments/v1/Comment';
import { z } from 'zod';
import { type AuthorRef, authorKinds, type StoredComment } from './store.ts';
import { shownTime } from './times.ts';

export const userRef = z.object({ userId: id() });
export const commentRef = z.object({ id: id() });

/** Which comment on a user: the latest of one author, or of anybody. */
export const userCommentRef = z
  .object({ userId: id(), authorKind: z.enum([...authorKinds, '']), authorId: optionalId() })
  .refine(({ authorKind, authorId }) => (authorKind === '') === (authorId === 0), 'authorKind and authorId go together')
  .transform(({ userId, authorKind, authorId }) => ({
    userId,
    author: authorKind === '' ? undefined : ({ kind: authorKind, id: authorId } satisfies AuthorRef),
  }));

const author = z.object({
  kind: z.enum(authorKinds),
  id: id(),
  username: line(254),
  email: line(254),
  firstname: line(100),
  lastname: line(100),
});

export const createRequest = z.object({ userId: id(), author, text: commentText, idempotencyKey: line(255) });

export const updateRequest = z.object({
  userId: id(),
  author,
  text: commentText,
  ifId: optionalId(),
  ifRevision: optionalId(),
});

// A comparator that was not given is "" in proto3.
const filter = z.preprocess(
  (given) => Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== '')),
  commentFilter,
);
const sort = z
  .object({ field: commentSort.shape.field, descending: z.boolean() })
  .transform(({ field, descending }): CommentSort => ({ field, order: descending ? 'DESC' : 'ASC' }));
const page = z
  .object({
    page: z.int().min(0).max(1_000_000),
    limit: z.int().min(1, 'must be 1 to 500').max(500, 'must be 1 to 500'),
    cursor: z.string().max(2_048),
  })
  .refine(({ page: number, cursor }) => cursor === '' || number <= 1, 'a page number and a cursor do not go together')
  .transform((given) => ({ ...given, page: Math.max(1, given.page) }));

export const listRequest = z.object({
  filters: z.array(filter).max(20, 'must be at most 20 filters'),
  sort: z.array(sort).max(2, 'must be at most 2 fields'),
  page,
  userIds: z.array(id()).max(1_000, 'must be at most 1000 users'),
});

export function toMessage(comment: StoredComment): CommentInput {
  const json = Buffer.from(JSON.stringify(shownOnUser(comment)));
  return { id: comment.id, userId: comment.userId, revision: comment.revision, json };
}

/** The public comment, its keys in the order of the specification. */
export function shown({ id: commentId, text, created, updated, author: by }: StoredComment): Comment {
  return {
    id: commentId,
    text,
    created: shownTime(created),
    updated: shownTime(updated),
    author: by.hidden ? NOBODY : shownAuthor(by),
  };
}

function shownOnUser(comment: StoredComment): UserComment {
  return { ...shown(comment), user: comment.userId };
}

function shownAuthor({ username, email, firstname, lastname, id: authorId }: CommentAuthor): CommentAuthor {
  return { username, email, firstname, lastname, id: authorId };
}

const NOBODY: CommentAuthor = { username: '', email: '', firstname: '', lastname: '', id: 0 };
