import { z } from 'zod';
import { isDay } from './cv-fields.ts';
import { listDatetime } from './resume-list-item.ts';

/** The most characters that a comment has. */
export const maxCommentLength = 10_000;

/** What a comment may say: several lines, without other control characters. */
export const commentText = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(maxCommentLength, `must be at most ${maxCommentLength} characters`)
  .refine((value) => !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(value), 'must not contain control characters');

/** Who wrote it, as known then. Of an author who was deleted, all is empty and the id is 0. */
export const commentAuthor = z.strictObject({
  username: z.string(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  id: z.int().nonnegative(),
});
export type CommentAuthor = z.infer<typeof commentAuthor>;

/** The comment of the user API. */
export const comment = z.strictObject({
  id: z.int().positive(),
  text: z.string(),
  created: listDatetime,
  updated: listDatetime,
  author: commentAuthor,
});
export type Comment = z.infer<typeof comment>;

/** The comment of the company API's `/users/{id}/comment`: it says whom it is about. */
export const userComment = comment.extend({ user: z.int().positive() });
export type UserComment = z.infer<typeof userComment>;

/** What `POST /comments` answers. */
export const commentList = z.strictObject({ comments: z.array(comment) });

/** What creates or changes a user's comment. */
export const commentInput = z.strictObject({ comment: commentText });

export const comparators = ['<', '<=', '>', '>=', '=', '!='] as const;
export const comparator = z.enum(comparators);
export type Comparator = z.infer<typeof comparator>;

// A number, or its digits as the specification's example has it.
const userId = z.preprocess(
  (value) => (typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value),
  z.int('must be a user id').positive('must be a user id'),
);
const dayFilter = z.string().refine(isDay, 'must be a day such as 2024-02-29');

/** Filters must all hold; the same one twice is a range. A comparison is by the day, in UTC. */
export const commentFilter = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('user'), value: userId, comparator: z.literal('=').optional() }),
  z.strictObject({ type: z.literal('created'), value: dayFilter, comparator: comparator.optional() }),
  z.strictObject({ type: z.literal('updated'), value: dayFilter, comparator: comparator.optional() }),
]);
export type CommentFilter = z.infer<typeof commentFilter>;

export const commentSort = z.strictObject({
  field: z.enum(['created', 'updated']),
  order: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['ASC', 'DESC']))
    .default('ASC'),
});
export type CommentSort = z.infer<typeof commentSort>;

/** The body of `POST /comments`. */
export const commentQuery = z.strictObject({
  filters: z.array(commentFilter).max(20, 'must be at most 20 filters').default([]),
  sort: z.array(commentSort).max(2, 'must be at most 2 fields').default([]),
});
export type CommentQuery = z.infer<typeof commentQuery>;
