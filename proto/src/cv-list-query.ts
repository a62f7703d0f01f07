import { z } from 'zod';
import { comparator } from './comment.ts';
import { isDay } from './cv-fields.ts';

const onlyEqual = z.literal('=', 'must be = for this type').optional();
const id = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number),
  ])
  .pipe(z.int().positive());

const calendarDay = z.string().refine(isDay, 'must be a date such as 2024-02-29');
const completion = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^(?:0|1)(?:\.\d+)?$/, 'must be a number from 0 to 1')
      .transform(Number),
  ])
  .refine(
    (value) => value >= 0 && value <= 1 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-9,
    'must be a number from 0 to 1 with at most two decimals',
  );

/** CVs must match all filters; two filters of the same type form a range. Dates are compared by day, in UTC. */
export const cvFilter = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('cvType'), value: z.enum(['main', 'secondary']), comparator: onlyEqual }),
  z.strictObject({ type: z.literal('manager'), value: id, comparator: onlyEqual }),
  z.strictObject({ type: z.literal('recipient'), value: z.string().max(255), comparator: onlyEqual }),
  z.strictObject({ type: z.literal('tagId'), value: id, comparator: onlyEqual }),
  z.strictObject({ type: z.literal('created'), value: calendarDay, comparator: comparator.optional() }),
  z.strictObject({ type: z.literal('updated'), value: calendarDay, comparator: comparator.optional() }),
  z.strictObject({ type: z.literal('completion'), value: completion, comparator: comparator.optional() }),
]);
export type CvFilter = z.output<typeof cvFilter>;

export const cvSortFields = ['updated', 'created', 'recipient', 'completion'] as const;

export const cvSort = z.strictObject({
  field: z.enum(cvSortFields),
  order: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['ASC', 'DESC']))
    .default('ASC'),
});
export type CvSort = z.output<typeof cvSort>;

/** The body of `POST /cv/list`. */
export const cvListQuery = z.strictObject({
  filters: z.array(cvFilter).max(20, 'must be at most 20 filters').default([]),
  sort: z.array(cvSort).max(cvSortFields.length, `must be at most ${cvSortFields.length} fields`).default([]),
});
