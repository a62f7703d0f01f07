import { invalid } from '@vitae/kit/errors';
import type { UserRef } from '@vitae/proto/clients/resume-client';
import { z } from 'zod';
import type { RequestContext } from '../../http/request-context.ts';

/** 0 or 1 in a query or form, or a boolean in JSON. */
export const flag = z
  .union([z.literal([0, 1], 'must be 0 or 1'), z.boolean()])
  .default(0)
  .transform((value) => value === 1 || value === true);

/** The `{id}` of user paths. */
export const userPath = z.object({
  id: z.string().min(1).max(255).describe('Id of the user. With `isIdOrigin=1`, the `id_origin` of the user.'),
});

/** Accepted by every user path. */
export const userQuery = z.object({
  isIdOrigin: flag.describe('Set to 1 if `{id}` is the `id_origin` of the user, the id in your own system.'),
});

const USER_ID = /^[1-9]\d{0,14}$/;

/** The user that the path names, by id or `id_origin`. */
export function userRefOf({
  path: { id },
  query: { isIdOrigin },
}: RequestContext & { path: { id: string }; query: { isIdOrigin: boolean } }): UserRef {
  if (isIdOrigin || USER_ID.test(id)) return { id, byIdOrigin: isIdOrigin };
  throw invalid('id: must be a positive whole number', [{ field: 'id', message: 'must be a positive whole number' }]);
}
