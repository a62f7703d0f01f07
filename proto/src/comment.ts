import { z } from 'zod';
import { isDay } from './cv-fields.ts';
import { listDatetime } from './resume-list-item.ts';

/** The maximum length of a comment, in characters. */
export const maxCommentLength = 10_000;

/** The text of a comment. Tabs and line breaks are the only control characters allowed. */
export const commentText = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(maxCommentLength, `must be at most ${maxCommentLength} characters`)
  .refine((value) => !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(value), 'must not contain control characters');

/** The author as known when the comment was written. The id is that of a user, or 0 for the company and for a deleted user. */
export const commentAuthor = z.strictObject({
  username: z.string(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  id: z.int().nonnegative(),
});
export type CommentAuthor = z.infer<typeof commentAuthor>;

/** A comment in the user API. */
export const comment = z.strictObject({
  id: z.int().positive(),
  text: z.string(),
  created: listDatetime,
  updated: listDatetime,
  author: commentAuthor,
});
export type Comment = z.infer<typeof comment>;

/** A comment in the company API (`/users/{id}/comment`), with the id of the user it is about. */
export const userComment = comment.extend({ user: z.int().positive() });
export type UserComment = z.infer<typeof userComment>;

/** The response of `POST /comments`. */
export const commentList = z.strictObject({ comments: z.array(comment) });

/** The body of requests that create or change a comment. */
export const commentInput = z.strictObject({ comment: commentText });

export const comparators = ['<', '<=', '>', '>=', '=', '!='] as const;
export const comparator = z.enum(comparators);
export type Comparator = z.infer<typeof comparator>;

// A number, or a string of digits as in the example of the specification.
const userId = z
  .union(
    [
      z.int().positive(),
      z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .transform(Number),
    ],
    'must be a user id',
  )
  .pipe(z.int());
const dayFilter = z.string().refine(isDay, 'must be a date such as 2024-02-29');

/** Comments must match all filters; two filters of the same type form a range. Dates are compared by day, in UTC. */
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
