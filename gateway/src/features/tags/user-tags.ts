import { noContent } from '@vitae/kit/http/answer';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { tag } from '@vitae/proto/tag';
import { userKind } from '@vitae/proto/user-record';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import { wholeListAnswer } from '../../http/list-response.ts';
import { asMismatch, ifMatch } from '../../http/preconditions.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';
import { flag, userKey, userPath, userQuery } from '../users/user-address.ts';

const id = z.int().positive();
const tagIds = z.union([id, z.array(id).max(1_000)]).transform((value) => (Array.isArray(value) ? value : [value]));
const tagChange = z.strictObject({ tags: tagIds });
const tagReplacement = z
  .strictObject({ tags: tagIds.optional(), reset: flag.describe('1: removes every tag first.') })
  .refine(({ tags, reset }) => tags !== undefined || reset, { path: ['tags'], message: 'is required without reset' });
const managerId = z
  .union([z.int().nonnegative(), z.null()])
  .transform((value) => value ?? 0)
  .describe('A user of the company; 0 or null for none.');

/** What a company says of a user: tags, kind, manager. */
export function userTagCalls({ call: rpc, user }: Pick<ResumeClient, 'call' | 'user'>): DocumentedRoute[] {
  return [
    defineCall({
      name: 'users.tags.list',
      method: 'GET',
      paths: ['/api/v1/users/:id/tags'],
      quota: 'standard',
      group: 'Tags, kind and manager of a user',
      summary: 'Lists the tags of a user',
      path: userPath,
      query: userQuery,
      answers: { 200: { description: 'The tags', schema: z.array(tag), headers: ['X-Total-Count'] } },
      errors: ['user_not_found'],
      handle: async (call) => wholeListAnswer(await rpc.ListUserTags(userKey(call), { caller: call.caller })),
    }),
    defineCall({
      name: 'users.tags.associate',
      method: 'PUT',
      paths: ['/api/v1/users/:id/associateTags'],
      quota: 'standard',
      group: 'Tags, kind and manager of a user',
      summary: 'Gives tags to a user',
      description: 'All of them or none. A tag that the user has already stays.',
      path: userPath,
      query: userQuery,
      body: { schema: tagReplacement, orQuery: true },
      conditional: true,
      answers: { 204: { description: 'The user has the tags' } },
      errors: ['user_not_found', 'tag_not_found', 'revision_mismatch', 'revision_conflict'],
      handle: async (call) => {
        const { tags = [], reset } = call.body;
        const { caller } = call;
        const key = userKey(call);
        const ifRevision = await ifMatch(call, () => user(key, caller));
        await rpc.AssociateTags({ user: key, tags, reset, ifRevision }, { caller }).catch(asMismatch(ifRevision));
        return noContent();
      },
    }),
    defineCall({
      name: 'users.tags.dissociate',
      method: 'PUT',
      paths: ['/api/v1/users/:id/dissociateTags'],
      quota: 'standard',
      group: 'Tags, kind and manager of a user',
      summary: 'Takes tags from a user',
      path: userPath,
      query: userQuery,
      body: { schema: tagChange, orQuery: true },
      conditional: true,
      answers: { 204: { description: 'The user does not have the tags' } },
      errors: ['user_not_found', 'tag_not_found', 'revision_mismatch', 'revision_conflict'],
      handle: async (call) => {
        const { caller, body } = call;
        const key = userKey(call);
        const ifRevision = await ifMatch(call, () => user(key, caller));
        await rpc.DissociateTags({ user: key, tags: body.tags, ifRevision }, { caller }).catch(asMismatch(ifRevision));
        return noContent();
      },
    }),
    defineCall({
      name: 'users.kind',
      method: 'PUT',
      paths: ['/api/v1/users/:id/kind'],
      quota: 'standard',
      group: 'Tags, kind and manager of a user',
      summary: 'Sets the kind of a user',
      path: userPath,
      query: userQuery,
      body: { schema: z.strictObject({ kind: userKind }), orQuery: true },
      conditional: true,
      answers: { 204: { description: 'The kind is set' } },
      errors: ['user_not_found', 'revision_mismatch', 'revision_conflict'],
      handle: async (call) => {
        const { caller } = call;
        const key = userKey(call);
        const ifRevision = await ifMatch(call, () => user(key, caller));
        await rpc
          .UpdateUser({ user: key, patch: Buffer.from(JSON.stringify(call.body)), ifRevision }, { caller })
          .catch(asMismatch(ifRevision));
        return noContent();
      },
    }),
    defineCall({
      name: 'users.manager',
      method: 'PUT',
      paths: ['/api/v1/users/:id/manager'],
      quota: 'standard',
      group: 'Tags, kind and manager of a user',
      summary: 'Sets or removes the manager of a user',
      path: userPath,
      query: userQuery,
      body: { schema: z.strictObject({ managerId }), orQuery: true },
      conditional: true,
      answers: { 204: { description: 'The manager is set' } },
      errors: ['user_not_found', 'revision_mismatch', 'revision_conflict'],
      handle: async (call) => {
        const { caller } = call;
        const key = userKey(call);
        const ifRevision = await ifMatch(call, () => user(key, caller));
        await rpc
          .SetUserManager({ user: key, managerId: call.body.managerId, ifRevision }, { caller })
          .catch(asMismatch(ifRevision));
        return noContent();
      },
    }),
  ];
}
