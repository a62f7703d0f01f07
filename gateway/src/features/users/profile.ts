import { bytesAnswer } from '@vitae/kit/http/answer';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';
import { userKey, userPath, userQuery } from './user-address.ts';

/** Decisions §7: what every OAuth client reads first. */
export const userProfile = z.strictObject({
  user: z.strictObject({
    id: z.int().positive(),
    lastname: z.string(),
    firstname: z.string(),
    slug: z.string(),
    registeredAt: z.string().describe('`YYYY-MM-DDThh:mm:ss`, UTC.'),
    premium: z.boolean(),
    email: z.string(),
    resumes: z.strictObject({
      resume: z.array(
        z.strictObject({ id: z.int().positive(), title: z.string(), main: z.boolean(), culture: z.string() }),
      ),
    }),
  }),
});

const words = {
  method: 'GET',
  quota: 'standard',
  answers: { 200: { description: 'The user, with the CVs to go on with', schema: userProfile } },
  errors: ['user_not_found'],
} as const;

/** A user as the user API shows one, at the company's addresses. */
export function profileCalls({ call: rpc }: ResumeClient): DocumentedRoute[] {
  return [
    defineCall({
      ...words,
      name: 'user.read',
      paths: ['/api/v1/svc/user/:id', '/api/v1/dyb/user/:id'],
      group: 'Users',
      summary: 'Reads a user with the list of CVs',
      path: userPath,
      query: userQuery,
      handle: async (call) => bytesAnswer((await rpc.GetUserProfile(userKey(call), { caller: call.caller })).json),
    }),
  ];
}

/** The token's own user, at the address of the user API. */
export function ownProfileCall({ call: rpc }: ResumeClient): DocumentedRoute {
  return defineCall({
    ...words,
    name: 'own.user',
    paths: ['/user'],
    group: 'User API',
    summary: 'Reads the user who allowed the application',
    handle: async ({ caller }) =>
      bytesAnswer((await rpc.GetUserProfile({ id: String(caller.userId), byIdOrigin: false }, { caller })).json),
  });
}
