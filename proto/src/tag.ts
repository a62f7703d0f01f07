import { z } from 'zod';
import { line } from './cv-fields.ts';

const title = line(255).trim().min(1);
const type = z.int().min(0).max(7);
const specialization = line(255).nullable();
const idOrigin = line(255).min(1).nullable();
/** Titles in other languages by locale: `{fr: "…", en_US: "…"}`. */
const translations = z.record(
  z.string().regex(/^[a-z]{2}(?:_[A-Z]{2})?$/, 'must be a locale such as fr or fr_FR'),
  title,
);

/** The body of requests that create a tag. */
export const tagInput = z.strictObject({
  title,
  type: type.default(0),
  specialization: specialization.default(null),
  id_origin: idOrigin.default(null),
  translations: translations.default({}),
});
export type NewTag = z.output<typeof tagInput>;

/** The body of requests that change a tag. The read-only `id` may be sent with its stored value. */
export const tagPatch = z
  .strictObject({
    id: z.int().describe('Read-only: rejected unless it is the stored value.'),
    title,
    type,
    specialization,
    id_origin: idOrigin,
    translations,
  })
  .partial();
export type TagPatch = z.output<typeof tagPatch>;

/** A tag in the company API. */
export const tag = z.strictObject({
  id: z.int().positive(),
  title: z.string(),
  type,
  specialization: z.string().nullable(),
  id_origin: z.string().nullable(),
  translations: z.record(z.string(), z.string()),
});
export type Tag = z.infer<typeof tag>;
