import { z } from 'zod';
import { line } from './cv-fields.ts';

export const userKinds = ['user', 'candidate', 'manager', 'admin', 'other'] as const;
export const userKind = z.enum(userKinds);
export type UserKind = z.infer<typeof userKind>;

const name = line(100).trim();
const email = z.email('must be an email address').max(254);
const phone = line(40).trim();
const idOrigin = line(255).min(1).nullable();

/** Unique in a company; often an email address. The slug of the user's pages is derived from it. */
const username = z
  .string()
  .min(2)
  .max(254)
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9._@+-]*[A-Za-z0-9])?$/,
    'must consist of letters, digits and . _ @ + -, and start and end with a letter or digit',
  );

/** The body of requests that create a user. */
export const userInput = z.strictObject({
  username,
  email,
  firstname: name.min(1),
  lastname: name.min(1),
  phone: phone.nullish().transform((value) => value ?? ''),
  kind: userKind.default('user'),
  id_origin: idOrigin.default(null),
});
export type NewUser = z.output<typeof userInput>;

/** The body of requests that change a user. The read-only fields may be sent with their stored values. */
export const userPatch = z
  .strictObject({
    id: z.int().describe('Read-only: rejected unless it is the stored value.'),
    username: z.string().max(254).describe('Read-only: rejected unless it is the stored value.'),
    firstname: name.min(1),
    lastname: name.min(1),
    email,
    phone,
    kind: userKind,
    id_origin: idOrigin,
  })
  .partial();
export type UserPatch = z.output<typeof userPatch>;

/** A user in the company API. */
export const userRecord = z.strictObject({
  id: z.int().positive(),
  username: z.string(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  phone: z.string(),
  kind: userKind,
  /** The id of the user in the company's own system. */
  id_origin: z.string().nullable(),
});
export type UserRecord = z.infer<typeof userRecord>;
