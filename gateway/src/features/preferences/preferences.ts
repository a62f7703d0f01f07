import type { Caller } from '@vitae/kit/caller';
import { invalid } from '@vitae/kit/errors';
import { bytesAnswer, changedAnswer, documentAnswer } from '@vitae/kit/http/answer';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { Services } from '@vitae/proto/clients/services';
import {
  employmentPreferencesInput,
  oneUsersPreferences,
  severalUsersPreferences,
} from '@vitae/proto/employment-preferences';
import type { Preferences } from '@vitae/proto/gen/cv/preferences/v1/Preferences';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import { idList } from '../../http/id-list.ts';
import { objectOf } from '../../http/list-response.ts';
import { asMismatch, ifMatch } from '../../http/preconditions.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';
import type { OwnerReads } from '../owner-reads.ts';
import type { Reach } from '../users/reach.ts';
import { userKey, userPath, userQuery } from '../users/user-address.ts';

export type PreferenceCallDependencies = {
  resume: Pick<ResumeClient, 'user'>;
  preferences: Services['preferences'];
  reads: OwnerReads;
  reach: Reach;
};

const listQuery = z.object({
  userId: z.int().positive().optional().describe('One user; left out with a token: its user.'),
  ids: idList.optional().describe('Several users, separated by commas, at most 100; unknown ones are left out.'),
});

// What was read may be sent back as it is, with what is around it.
const wrapped = z
  .strictObject({ employmentPreferences: employmentPreferencesInput })
  .transform((body) => body.employmentPreferences);
const isWrapped = (body: unknown) => typeof body === 'object' && body !== null && 'employmentPreferences' in body;

/** Employment preferences of users. */
export function preferenceCalls({ resume, preferences, reads, reach }: PreferenceCallDependencies): DocumentedRoute[] {
  const several = async (ids: readonly number[], caller: Caller) => {
    const there = await reach.users(ids, caller);
    const found = await Promise.all(there.map((userId) => reads.preferences(userId, caller)));
    const items = found.map(({ userId, json }) => `{"userId":${userId},${json.toString('utf8').slice(1)}`);
    return Buffer.from(`{"employmentPreferences":{"employmentPreference":[${items.join(',')}]}}`);
  };
  return [
    defineCall({
      name: 'preferences.list',
      method: 'GET',
      paths: ['/api/v1/svc/employmentpreferences', '/api/v1/dyb/employmentpreferences'],
      quota: 'standard',
      group: 'Employment preferences',
      summary: 'Reads the employment preferences of one user or of several',
      query: listQuery,
      answers: {
        200: {
          description: 'Of one, or of several in the order asked',
          schema: z.union([oneUsersPreferences, severalUsersPreferences]),
        },
      },
      errors: ['user_not_found'],
      handle: async ({ caller, query: { userId, ids } }) => {
        if (userId !== undefined && ids !== undefined)
          throw invalid('ids: not together with userId', [{ field: 'ids', message: 'not together with userId' }]);
        if (ids) return bytesAnswer(await several(ids, caller));
        return bytesAnswer(wrap(await reads.preferences(await reach.one(userId, caller), caller)));
      },
    }),
    defineCall({
      name: 'preferences.read',
      method: 'GET',
      paths: [
        '/api/v1/users/:id/employmentpreferences',
        '/api/v1/svc/employmentpreferences/:id',
        '/api/v1/dyb/employmentpreferences/:id',
      ],
      quota: 'standard',
      group: 'Employment preferences',
      summary: 'Reads the employment preferences of a user',
      path: userPath,
      query: userQuery,
      answers: { 200: { description: 'The preferences', schema: oneUsersPreferences, headers: ['ETag'] } },
      errors: ['user_not_found'],
      handle: async (call) => {
        const { id } = await resume.user(userKey(call), call.caller);
        const found = await reads.preferences(id, call.caller);
        return documentAnswer(wrap(found), found.revision, call.request.headers['if-none-match']);
      },
    }),
    defineCall({
      name: 'preferences.replace',
      method: 'PUT',
      paths: ['/api/v1/users/:id/employmentpreferences'],
      quota: 'standard',
      group: 'Employment preferences',
      summary: 'Replaces the employment preferences of a user',
      description: 'What the body leaves out is not given. Codes are those of the code tables.',
      path: userPath,
      query: userQuery,
      body: {
        schema: z.union([employmentPreferencesInput, wrapped]),
        check: (body) => (isWrapped(body) ? wrapped : employmentPreferencesInput),
      },
      conditional: true,
      answers: {
        200: { description: 'The preferences as they are now', schema: oneUsersPreferences, headers: ['ETag'] },
      },
      errors: ['user_not_found', 'revision_mismatch', 'revision_conflict'],
      handle: async (call) => {
        const { caller } = call;
        const { id: userId } = await resume.user(userKey(call), caller);
        const ifRevision = await ifMatch(call, () => reads.preferences(userId, caller));
        const wanted = { userId, preferences: Buffer.from(JSON.stringify(call.body)), ifRevision };
        const changed = await preferences.call.SetPreferences(wanted, { caller }).catch(asMismatch(ifRevision));
        return changedAnswer({ json: wrap(changed), revision: changed.revision });
      },
    }),
  ];
}

function wrap({ json }: Preferences): Buffer {
  return objectOf({ employmentPreferences: json });
}
