import type { LoginNames } from '@vitae/accounts/credentials/login-names';
import type { DeleteUser } from '@vitae/accounts/erasure/delete-user';
import { documentResponse, noContent, savedDocumentResponse } from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { type UserKind, type UserRecord, userInput, userKinds, userPatch, userRecord } from '@vitae/proto/user-record';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { jsonObject, listResponse, taggedResponse } from '../../http/list-response.ts';
import { listCall, listHeaders, nextPath, pageRequest, pagingHeaders, pagingQuery } from '../../http/paging.ts';
import { idempotencyKey, ifMatch } from '../../http/preconditions.ts';
import { flag, userPath, userQuery, userRefOf } from './user-address.ts';
import { invitation, mailLocale, requireHmacKey, sendLink, type UserLinkDependencies } from './user-links.ts';

export type UserDependencies = UserLinkDependencies & {
  resume: ResumeClient;
  erasure: { deleteUser: DeleteUser };
  loginNames: Pick<LoginNames, 'updateWithLogin'>;
};

const kindsByLetter: Readonly<Record<string, UserKind>> = {
  u: 'user',
  c: 'candidate',
  m: 'manager',
  a: 'admin',
  o: 'other',
};
const kindsByName = new Map<string, UserKind>([
  ...Object.entries(kindsByLetter),
  ...userKinds.map((kind) => [kind, kind] as const),
]);

/** Parses a list of kinds or their first letters, such as `u,c,manager`. An empty list means all kinds. */
const kindFilter = z
  .string()
  .max(100)
  .default('')
  .describe(
    'Kinds of user to return, separated by commas: `user`, `candidate`, `manager`, `admin`, `other`, or their first letters. Default: all.',
  )
  .transform((text, context) => {
    const words = text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
    const kinds = words.flatMap((word) => kindsByName.get(word.toLowerCase()) ?? []);
    // If a word is unknown, there are fewer kinds than words.
    if (kinds.length === words.length) return [...new Set(kinds)];
    context.addIssue({
      code: 'custom',
      message: 'must be a comma-separated list of user, candidate, manager, admin and other, or their first letters',
    });
    return z.NEVER;
  });

/** The body of requests that create a user. */
export const userCreation = userInput
  .extend({
    invite: flag.describe('Set to true to invite the user, as `POST /users/{id}/invitation` does.'),
    locale: mailLocale,
  })
  .refine(({ invite, locale }) => invite || locale === undefined, {
    path: ['locale'],
    message: 'is accepted only together with invite',
  });
export const createdUser = userRecord.extend({
  invitation: invitation.optional().describe('Present only if `invite` is true in the request.'),
});

const listQuery = z.object({ filter: kindFilter, ...pagingQuery(20, 100) });
const searchQuery = z.object({
  term: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe(
      'One or more words. A user matches if each search word is the beginning of a word in the first name, last name or email address. Case and accents are ignored.',
    ),
  ...pagingQuery(20, 100),
});
const userList = z.strictObject({
  users: z.array(userRecord),
  total: z.int().nonnegative().describe('At most 10,000, even if there are more.'),
  next: z.string().nullable().describe('Path of the next page, which needs its own signature. Null on the last page.'),
});

export const listUsers = defineOperation({
  group: 'Users',
  summary: 'List users',
  description: 'Returns users by ascending id.',
  query: listQuery,
  responses: { 200: { description: 'A page of users', schema: userList, headers: listHeaders } },
  errors: ['invalid_cursor'],
  handle: async (context, { resume }: UserDependencies) => {
    const page = await resume.call.ListUsers(
      { kinds: context.query.filter, page: pageRequest(context.query) },
      listCall(context),
    );
    const members = { users: page.json, total: page.total, next: nextPath(context, listQuery, page.next) };
    return taggedResponse(context, jsonObject(members), pagingHeaders(context, listQuery, page));
  },
});

export const createUser = defineOperation({
  group: 'Users',
  summary: 'Create a user',
  description:
    'With `invite`, the user also receives an invitation to choose a password. If the request fails after the user was created, repeat it with the same `Idempotency-Key`, or invite the user with `POST /users/{id}/invitation`. Each repetition replaces the invitation and sends a new one. If the user has already chosen a password, the request returns 409 `already_signed_up`.',
  body: { schema: userCreation },
  idempotent: true,
  responses: { 201: { description: 'The new user', schema: createdUser, headers: ['Location', 'ETag'] } },
  errors: [
    'username_taken',
    'email_taken',
    'id_origin_taken',
    'idempotency_key_reused',
    'already_signed_up',
    'hmac_key_required',
  ],
  handle: async (context, dependencies: UserDependencies) => {
    const { invite, locale, ...fields } = context.body;
    if (invite) requireHmacKey(context);
    const user = await dependencies.resume.call.CreateUser(
      { user: Buffer.from(JSON.stringify(fields)), idempotencyKey: idempotencyKey(context) },
      { caller: context.caller },
    );
    const headers = { Location: `/api/v1/users/${user.id}` };
    if (!invite) return savedDocumentResponse(user, 201, headers);
    const ref = { id: String(user.id), byIdOrigin: false };
    const sent = await sendLink('invite', context, dependencies, { user: ref, locale });
    const record = JSON.parse(user.json.toString('utf8')) as UserRecord;
    const json = Buffer.from(JSON.stringify({ ...record, invitation: sent }));
    return savedDocumentResponse({ json, revision: user.revision }, 201, headers);
  },
});

export const searchUsers = defineOperation({
  group: 'Users',
  summary: 'Search users by name and email address',
  query: searchQuery,
  responses: {
    200: { description: 'A page of users', schema: z.array(userRecord), headers: listHeaders },
  },
  errors: ['invalid_cursor'],
  handle: async (context, { resume }: UserDependencies) => {
    const page = await resume.call.SearchUsers(
      { term: context.query.term, page: pageRequest(context.query) },
      listCall(context),
    );
    return listResponse(context, searchQuery, page);
  },
});

export const getUser = defineOperation({
  group: 'Users',
  summary: 'Get a user',
  path: userPath,
  query: userQuery,
  responses: { 200: { description: 'The user', schema: userRecord, headers: ['ETag'] } },
  errors: ['user_not_found'],
  handle: async (context, { resume }: UserDependencies) => {
    const { json, revision } = await resume.user(userRefOf(context), context.caller);
    return documentResponse(json, revision, context.request.headers['if-none-match']);
  },
});

export const updateUser = defineOperation({
  group: 'Users',
  summary: 'Update a user',
  description: 'Updates the fields in the request body. Other fields remain unchanged.',
  path: userPath,
  query: userQuery,
  body: { schema: userPatch },
  conditional: true,
  responses: { 200: { description: 'The updated user', schema: userRecord, headers: ['ETag'] } },
  errors: ['user_not_found', 'email_taken', 'id_origin_taken', 'revision_mismatch', 'revision_conflict'],
  handle: async (context, { resume, loginNames }: UserDependencies) => {
    const { caller } = context;
    const { email } = context.body;
    const user = userRefOf(context);
    const ifRevision = await ifMatch(context, () => resume.user(user, caller));
    const update = () =>
      resume.call.UpdateUser({ user, patch: Buffer.from(JSON.stringify(context.body)), ifRevision }, { caller });
    if (email === undefined) return savedDocumentResponse(await update());
    // Users sign in with their email address, so their login changes too. Logins are stored by user id, but the
    // path may contain an `id_origin`.
    const { id: userId } = await resume.user(user, caller);
    const updated = await loginNames.updateWithLogin({ companyId: caller.companyId, userId }, update);
    return savedDocumentResponse(updated);
  },
});

export const deleteUser = defineOperation({
  group: 'Users',
  summary: 'Delete a user',
  description:
    'Deletes the user with all CVs and comments, revokes the access tokens of applications and unpublishes the pages of the user. This takes effect immediately. All personal data is erased after the retention period, by default 30 days.',
  path: userPath,
  query: userQuery,
  conditional: true,
  responses: { 204: { description: 'Deleted' } },
  errors: ['user_not_found', 'revision_mismatch'],
  handle: async (context, { resume, erasure }: UserDependencies) => {
    const { caller } = context;
    const user = userRefOf(context);
    const ifRevision = await ifMatch(context, () => resume.user(user, caller));
    await erasure.deleteUser(user, caller, ifRevision);
    return noContent();
  },
});
