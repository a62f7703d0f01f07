import { z } from 'zod';

/** The maximum numbers of distinct users and keys in a request. */
export const metadataLimits = { users: 1_000, keys: 1_000, keyLength: 255 } as const;

const tooLong = `must be at most ${metadataLimits.keyLength} characters`;

const plain = z
  .string()
  .min(1, 'must not be empty')
  .refine((key) => [...key].length <= metadataLimits.keyLength, tooLong)
  .refine((key) => !/[\p{Cc}\p{Cs}]/u.test(key), 'must not contain control characters');

/** A metadata key. */
export const metadataKey = plain.refine((key) => !key.includes('*'), 'must not contain *');

/** A key to unassign, or a prefix of keys that ends in `*`. */
export const metadataPattern = plain.refine(
  (key) => !key.slice(0, -1).includes('*'),
  'must contain * only as its last character',
);

/** A search for a key or a prefix, negated by a leading `!`. */
export const metadataQuery = z
  .string()
  .max(2 * metadataLimits.keyLength + 2, tooLong)
  .transform((query) => ({ negated: query.startsWith('!'), pattern: query.replace(/^!/, '') }))
  .pipe(z.object({ negated: z.boolean(), pattern: metadataPattern }));

/** One change of a request to the metadata service. */
export type MetadataChange = { userIds: number[]; reset: boolean; unassign: string[]; assign: string[] };

// XML has no arrays, and empty elements are parsed as "" or null. Normalized before validation, so that errors name the
// exact element.
const several = <S extends z.ZodType>(item: S) =>
  z.preprocess(
    (given) => (Array.isArray(given) ? given : [given]),
    z.array(item).max(2_000, 'must be at most 2000 elements'),
  );
const element = <S extends z.ZodType>(content: S) =>
  z.preprocess((given) => (given === '' || given === null || given === true ? {} : given), content);

const userId = z.preprocess(
  (given) => (typeof given === 'string' && /^[1-9]\d{0,15}$/.test(given.trim()) ? Number(given) : given),
  z.int('must be a user id').positive('must be a user id'),
);
const users = z.strictObject({ user: several(userId) }).transform((list) => list.user);
const reset = element(z.strictObject({ users: users.optional() })).transform(
  (given) => given.users ?? ('all' as const),
);

function keyList(key: z.ZodString) {
  const list = element(z.strictObject({ metadata: several(z.strictObject({ key })).optional() }));
  return element(z.strictObject({ metadatas: list.optional() })).transform((given) =>
    (given.metadatas?.metadata ?? []).map((one) => one.key),
  );
}

/** The body of `/metadata/update`, from XML or as JSON of the same tree. */
export const metadataUpdate = z
  .strictObject({
    metadatas: z.strictObject({
      users: users.optional(),
      reset: reset.optional(),
      unassign: keyList(metadataPattern).optional(),
      assign: keyList(metadataKey).optional(),
    }),
  })
  .transform(({ metadatas }): MetadataChange[] => {
    const { users: named = [], reset: whose, unassign = [], assign = [] } = metadatas;
    const change = { userIds: named, reset: whose === 'all', unassign, assign };
    return Array.isArray(whose) ? [change, onlyReset(whose)] : [change];
  })
  .superRefine(checkLimits);

// In the deprecated requests, each key has its own users.
const keysWithUsers = (key: z.ZodString) => several(z.strictObject({ key, users }));

/** The body of the deprecated `/metadata/assign`. */
export const metadataAssign = z
  .strictObject({
    metadatas: z.strictObject({
      metadata: keysWithUsers(metadataKey).optional(),
      reset: z.strictObject({ users }).optional(),
    }),
  })
  .transform(({ metadatas }): MetadataChange[] => [
    ...(metadatas.reset ? [onlyReset(metadatas.reset.users)] : []),
    ...(metadatas.metadata ?? []).map((one) => ({ userIds: one.users, reset: false, unassign: [], assign: [one.key] })),
  ])
  .superRefine(checkLimits);

/** The body of the deprecated `/metadata/unassign`. */
export const metadataUnassign = z
  .strictObject({ metadatas: z.strictObject({ metadata: keysWithUsers(metadataPattern).optional() }) })
  .transform(({ metadatas }): MetadataChange[] =>
    (metadatas.metadata ?? []).map((one) => ({ userIds: one.users, reset: false, unassign: [one.key], assign: [] })),
  )
  .superRefine(checkLimits);

function onlyReset(userIds: number[]): MetadataChange {
  return { userIds, reset: true, unassign: [], assign: [] };
}

/** Adds an issue for each limit that a request exceeds. */
export function checkLimits(changes: readonly MetadataChange[], context: z.RefinementCtx): void {
  const counts = {
    users: new Set(changes.flatMap((change) => change.userIds)).size,
    keys: new Set(changes.flatMap((change) => [...change.unassign, ...change.assign])).size,
  };
  if (counts.users === 0) context.addIssue({ code: 'custom', path: ['users'], message: 'must name at least one user' });
  for (const what of ['users', 'keys'] as const) {
    if (counts[what] > metadataLimits[what])
      context.addIssue({ code: 'custom', path: [what], message: `must be at most ${metadataLimits[what]}` });
  }
}

/** The response of metadata updates and `GET /metadata`: the current keys of each user. */
export const metadataResponse = z.strictObject({
  users: z.array(z.strictObject({ id: z.int().positive(), metadata: z.array(z.string()) })),
});

/** The response of `GET /metadata/search`. */
export const metadataSearchResponse = z.strictObject({
  users: z.array(z.int().positive()),
  next: z.string().nullable(),
});
