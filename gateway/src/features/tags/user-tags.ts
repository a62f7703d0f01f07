import { noContent } from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { tag } from '@vitae/proto/tag';
import { userKind } from '@vitae/proto/user-record';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { listResponse } from '../../http/list-response.ts';
import { listCall, listHeaders, pageRequest, pagingQuery } from '../../http/paging.ts';
import { ifMatch } from '../../http/preconditions.ts';
import { flag, userPath, userQuery, userRefOf } from '../users/user-address.ts';

const id = z.int().positive();
const tagIds = z.union([id, z.array(id).max(1_000)]).transform((value) => (Array.isArray(value) ? value : [value]));
const tagChange = z.strictObject({ tags: tagIds });
const tagReplacement = z
  .strictObject({ tags: tagIds.optional(), reset: flag.describe('Set to 1 to remove all tags first.') })
  .refine(({ tags, reset }) => tags !== undefined || reset, { path: ['tags'], message: 'is required without reset' });
const managerId = z
  .union([z.int().nonnegative(), z.null()])
  .transform((value) => value ?? 0)
  .describe('Id of a user of the company, or 0 or null for none.');

const listQuery = userQuery.extend(pagingQuery(20, 100));

export const listUserTags = defineOperation({
  group: 'Tags, kind and manager of a user',
  summary: 'List the tags of a user',
  path: userPath,
  query: listQuery,
  responses: { 200: { description: 'A page of tags', schema: z.array(tag), headers: listHeaders } },
  errors: ['user_not_found', 'invalid_cursor'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const request = { ...userRefOf(context), page: pageRequest(context.query) };
    return listResponse(context, listQuery, await resume.call.ListUserTags(request, listCall(context)));
  },
});

export const addUserTags = defineOperation({
  group: 'Tags, kind and manager of a user',
  summary: 'Add tags to a user',
  description: 'Adds all tags or none. Tags that the user already has are ignored.',
  path: userPath,
  query: userQuery,
  body: { schema: tagReplacement, orQuery: true },
  conditional: true,
  responses: { 204: { description: 'Added' } },
  errors: ['user_not_found', 'tag_not_found', 'revision_mismatch', 'revision_conflict'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const { tags = [], reset } = context.body;
    const { caller } = context;
    const user = userRefOf(context);
    const ifRevision = await ifMatch(context, () => resume.user(user, caller));
    await resume.call.AssociateTags({ user, tags, reset, ifRevision }, { caller });
    return noContent();
  },
});

export const removeUserTags = defineOperation({
  group: 'Tags, kind and manager of a user',
  summary: 'Remove tags from a user',
  path: userPath,
  query: userQuery,
  body: { schema: tagChange, orQuery: true },
  conditional: true,
  responses: { 204: { description: 'Removed' } },
  errors: ['user_not_found', 'tag_not_found', 'revision_mismatch', 'revision_conflict'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const { caller, body } = context;
    const user = userRefOf(context);
    const ifRevision = await ifMatch(context, () => resume.user(user, caller));
    await resume.call.DissociateTags({ user, tags: body.tags, ifRevision }, { caller });
    return noContent();
  },
});

export const setUserKind = defineOperation({
  group: 'Tags, kind and manager of a user',
  summary: 'Set the kind of a user',
  path: userPath,
  query: userQuery,
  body: { schema: z.strictObject({ kind: userKind }), orQuery: true },
  conditional: true,
  responses: { 204: { description: 'Updated' } },
  errors: ['user_not_found', 'revision_mismatch', 'revision_conflict'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const { caller } = context;
    const user = userRefOf(context);
    const ifRevision = await ifMatch(context, () => resume.user(user, caller));
    const patch = Buffer.from(JSON.stringify(context.body));
    await resume.call.UpdateUser({ user, patch, ifRevision }, { caller });
    return noContent();
  },
});

export const setUserManager = defineOperation({
  group: 'Tags, kind and manager of a user',
  summary: 'Set or remove the manager of a user',
  path: userPath,
  query: userQuery,
  body: { schema: z.strictObject({ managerId }), orQuery: true },
  conditional: true,
  responses: { 204: { description: 'Updated' } },
  errors: ['user_not_found', 'revision_mismatch', 'revision_conflict'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const { caller } = context;
    const user = userRefOf(context);
    const ifRevision = await ifMatch(context, () => resume.user(user, caller));
    await resume.call.SetUserManager({ user, managerId: context.body.managerId, ifRevision }, { caller });
    return noContent();
  },
});
