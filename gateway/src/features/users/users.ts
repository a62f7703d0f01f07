import type { LoginAddresses } from '@vitae/accounts/credentials/login-addresses';
import type { DeleteUser } from '@vitae/accounts/erasure/delete-user';
import { bytesAnswer, changedAnswer, documentAnswer, noContent } from '@vitae/kit/http/answer';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { userInput, userPatch, userRecord } from '@vitae/proto/user-record';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import { listAnswer, objectOf } from '../../http/list-response.ts';
import { nextPath, pageRequest, pagingHeaders, pagingQuery } from '../../http/paging.ts';
import { asMismatch, idempotencyKey, ifMatch } from '../../http/preconditions.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';
import { userKey, userPath, userQuery } from './user-address.ts';
import { kindFilter } from './user-kinds.ts';

export type UserCallDependencies = {
  resume: ResumeClient;
  deleteUser: DeleteUser;
  loginAddresses: Pick<LoginAddresses, 'follow'>;
};

const listQuery = z.object({ filter: kindFilter, ...pagingQuery(20, 100) });
const searchQuery = z.object({
  term: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe(
      'Words of first name, last name or e-mail. Case and accents do not matter; every word must be the start of one.',
    ),
  ...pagingQuery(20, 100),
});
const userList = z.strictObject({
  users: z.array(userRecord),
  total: z.int().nonnegative(),
  next: z.string().nullable().describe('Path of the next page, to be signed anew; null on the last.'),
});

/** The users of the company. */
export function userCalls({ resume, deleteUser, loginAddresses }: UserCallDependencies): DocumentedRoute[] {
  return [
    defineCall({
      name: 'users.list',
      method: 'GET',
      paths: ['/api/v1/users'],
      quota: 'standard',
      group: 'Users',
      summary: 'Lists users',
      description: 'In the order in which they were created.',
      query: listQuery,
      answers: { 200: { description: 'A page of users', schema: userList, headers: ['Link', 'X-Total-Count'] } },
      errors: ['invalid_cursor'],
      handle: async (call) => {
        const page = await resume.call.ListUsers(
          { kinds: call.query.filter, page: pageRequest(call.query) },
          { caller: call.caller },
        );
        const members = { users: page.json, total: page.total, next: nextPath(call, listQuery, page.next) };
        return bytesAnswer(objectOf(members), pagingHeaders(call, listQuery, page));
      },
    }),
    defineCall({
      name: 'users.create',
      method: 'POST',
      paths: ['/api/v1/users'],
      quota: 'standard',
      group: 'Users',
      summary: 'Creates a user',
      body: { schema: userInput },
      idempotent: true,
      answers: { 201: { description: 'The user', schema: userRecord, headers: ['Location', 'ETag'] } },
      errors: ['username_taken', 'email_taken', 'id_origin_taken', 'idempotency_key_reused'],
      handle: async (call) => {
        const user = await resume.call.CreateUser(
          { user: Buffer.from(JSON.stringify(call.body)), idempotencyKey: idempotencyKey(call) },
          { caller: call.caller },
        );
        return changedAnswer(user, 201, { Location: `/api/v1/users/${user.id}` });
      },
    }),
    defineCall({
      name: 'users.search',
      method: 'GET',
      paths: ['/api/v1/users/search'],
      quota: 'intensive',
      group: 'Users',
      summary: 'Searches users by name and e-mail',
      query: searchQuery,
      answers: { 200: { description: 'Users', schema: z.array(userRecord), headers: ['Link', 'X-Total-Count'] } },
      errors: ['invalid_cursor'],
      handle: async (call) => {
        const page = await resume.call.SearchUsers(
          { term: call.query.term, page: pageRequest(call.query) },
          { caller: call.caller },
        );
        return listAnswer(call, searchQuery, page);
      },
    }),
    defineCall({
      name: 'users.read',
      method: 'GET',
      paths: ['/api/v1/users/:id'],
      quota: 'standard',
      group: 'Users',
      summary: 'Reads a user',
      path: userPath,
      query: userQuery,
      answers: { 200: { description: 'The user', schema: userRecord, headers: ['ETag'] } },
      errors: ['user_not_found'],
      handle: async (call) => {
        const { json, revision } = await resume.user(userKey(call), call.caller);
        return documentAnswer(json, revision, call.request.headers['if-none-match']);
      },
    }),
    defineCall({
      name: 'users.update',
      method: 'PUT',
      paths: ['/api/v1/users/:id'],
      quota: 'intensive',
      group: 'Users',
      summary: 'Changes a user',
      description: 'Changes the fields that the body names; the others stay.',
      path: userPath,
      query: userQuery,
      body: { schema: userPatch },
      conditional: true,
      answers: { 200: { description: 'The user as it is now', schema: userRecord, headers: ['ETag'] } },
      errors: ['user_not_found', 'email_taken', 'id_origin_taken', 'revision_mismatch', 'revision_conflict'],
      handle: async (call) => {
        const { caller } = call;
        const { email } = call.body;
        const key = userKey(call);
        const ifRevision = await ifMatch(call, () => resume.user(key, caller));
        const update = () =>
          resume.call
            .UpdateUser({ user: key, patch: Buffer.from(JSON.stringify(call.body)), ifRevision }, { caller })
            .catch(asMismatch(ifRevision));
        if (email === undefined) return changedAnswer(await update());
        const { id: userId } = await resume.user(key, caller);
        return changedAnswer(await loginAddresses.follow({ companyId: caller.companyId, userId }, email, update));
      },
    }),
    defineCall({
      name: 'users.delete',
      method: 'DELETE',
      paths: ['/api/v1/users/:id'],
      quota: 'intensive',
      group: 'Users',
      summary: 'Deletes a user',
      description:
        'At once out of every list and read, with CVs and comments; tokens of applications are revoked, pages unpublished. Personal data is erased everywhere after the retention time, 30 days unless set otherwise.',
      path: userPath,
      query: userQuery,
      conditional: true,
      answers: { 204: { description: 'Deleted' } },
      errors: ['user_not_found', 'revision_mismatch'],
      handle: async (call) => {
        const { caller } = call;
        const key = userKey(call);
        const ifRevision = await ifMatch(call, () => resume.user(key, caller));
        await deleteUser(key, caller, ifRevision).catch(asMismatch(ifRevision));
        return noContent();
      },
    }),
  ];
}
