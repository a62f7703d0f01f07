import { invalid } from '@vitae/kit/errors';
import type { UserKey } from '@vitae/proto/clients/resume-client';
import { z } from 'zod';
import type { RequestContext } from '../../http/request-context.ts';

/** 0 or 1 in a query or a form, a boolean in JSON. */
export const flag = z
  .union([z.literal([0, 1], 'must be 0 or 1'), z.boolean()])
  .default(0)
  .transform((value) => value === 1 || value === true);

/** `{id}` of a users path. */
export const userPath = z.object({
  id: z.string().min(1).max(255).describe('The user’s id; with `isIdOrigin=1` the id in the company’s own system.'),
});

/** Every users path takes it. */
export const userQuery = z.object({ isIdOrigin: flag.describe('1: `{id}` is the user’s `id_origin`.') });

const OWN_ID = /^[1-9]\d{0,14}$/;

/** The user that a call names: by our id or by the company's own. */
export function userKey({
  path: { id },
  query: { isIdOrigin },
}: RequestContext & { path: { id: string }; query: { isIdOrigin: boolean } }): UserKey {
  if (isIdOrigin || OWN_ID.test(id)) return { id, byIdOrigin: isIdOrigin };
  throw invalid('id: must be a positive whole number', [{ field: 'id', message: 'must be a positive whole number' }]);
}
