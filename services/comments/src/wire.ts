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
import { type Author, type AuthorRef, authorKinds, type StoredComment } from './model.ts';

export const userRef = z.object({ userId: id() });
export const commentRef = z.object({ id: id() });

// Earlier versions sent an administrator for the company.
const sentKinds = [...authorKinds, 'administrator'] as const;

function authorRef(kind: (typeof sentKinds)[number], authorId: number): AuthorRef {
  return kind === 'user' ? { kind, id: authorId } : { kind: 'company', id: 0 };
}

/** The latest comment on a user by one author, or by any author. */
export const userCommentRef = z
  .object({ userId: id(), authorKind: z.enum([...sentKinds, '']), authorId: optionalId() })
  .refine(({ authorKind, authorId }) => authorKind !== 'user' || authorId > 0, 'must have an authorId')
  .transform(({ userId, authorKind, authorId }) => ({
    userId,
    author: authorKind === '' ? undefined : authorRef(authorKind, authorId),
  }));

const author = z
  .object({
    kind: z.enum(sentKinds),
    id: optionalId(),
    username: line(254),
    email: line(254),
    firstname: line(100),
    lastname: line(100),
  })
  .refine((sent) => sent.kind !== 'user' || sent.id > 0, { path: ['id'], message: 'is required' })
  .transform((sent) => ({ ...sent, ...authorRef(sent.kind, sent.id) }));

export const createRequest = z.object({ userId: id(), author, text: commentText, idempotencyKey: line(255) });

export const updateRequest = z.object({
  userId: id(),
  author,
  text: commentText,
  ifId: optionalId(),
  ifRevision: optionalId(),
});

// In proto3, a missing comparator is "".
const filter = z.preprocess(
  (input) => Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => value !== '')),
  commentFilter,
);
const sort = z
  .object({ field: commentSort.shape.field, descending: z.boolean() })
  .transform(({ field, descending }): CommentSort => ({ field, order: descending ? 'DESC' : 'ASC' }));
const page = z
  .object({
    page: z.int().min(0).max(1_000_000),
    limit: z.int().min(1, 'must be from 1 to 500').max(500, 'must be from 1 to 500'),
    cursor: z.string().max(2_048),
  })
  .refine(({ page: number, cursor }) => cursor === '' || number <= 1, 'must have either a page number or a cursor')
  .transform((request) => ({ ...request, page: Math.max(1, request.page) }));

export const listRequest = z.object({
  filters: z.array(filter).max(20, 'must have at most 20 filters'),
  sort: z.array(sort).max(2, 'must have at most 2 fields'),
  page,
  userIds: z.array(id()).max(1_000, 'must have at most 1000 users'),
});

export function commentMessage(comment: StoredComment): CommentInput {
  const userComment: UserComment = { ...publicComment(comment), user: comment.userId };
  const json = Buffer.from(JSON.stringify(userComment));
  return { id: comment.id, userId: comment.userId, revision: comment.revision, json };
}

/** The public comment, with its keys in the order of the specification. */
export function publicComment(comment: StoredComment): Comment {
  return {
    id: comment.id,
    text: comment.text,
    created: dateTime(comment.created),
    updated: dateTime(comment.updated),
    author: comment.author.hidden ? HIDDEN_AUTHOR : publicAuthor(comment.author),
  };
}

/** Ids of administrators, which earlier versions stored, are not public: they collide with ids of users. */
function publicAuthor({ kind, username, email, firstname, lastname, id: authorId }: Author): CommentAuthor {
  return { username, email, firstname, lastname, id: kind === 'user' ? authorId : 0 };
}

const HIDDEN_AUTHOR: CommentAuthor = { username: '', email: '', firstname: '', lastname: '', id: 0 };

/** `YYYY-MM-DDThh:mm:ss+hhmm` in UTC. */
function dateTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}+0000`;
}
