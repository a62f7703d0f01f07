import type { Caller } from '@vitae/kit/caller';
import { invalid } from '@vitae/kit/errors';
import { documentResponse, savedDocumentResponse } from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { Services } from '@vitae/proto/clients/services';
import {
  employmentPreferencesInput,
  preferencesListResponse,
  userPreferencesResponse,
} from '@vitae/proto/employment-preferences';
import type { Preferences } from '@vitae/proto/gen/cv/preferences/v1/Preferences';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { jsonObject, taggedResponse } from '../../http/list-response.ts';
import { ifMatch } from '../../http/preconditions.ts';
import type { BatchedReads } from '../batched-reads.ts';
import type { UserAccess } from '../users/user-access.ts';
import { userPath, userQuery, userRefOf } from '../users/user-address.ts';

export type PreferenceDependencies = {
  resume: Pick<ResumeClient, 'user'>;
  preferences: Services['preferences'];
  reads: BatchedReads;
  userAccess: UserAccess;
};

const MAX_IDS = 100;
const ID = /^[1-9]\d{0,14}$/;

/** `1,2,3`: ids in the given order, without duplicates. */
const idList = z.string().transform((text, context): number[] => {
  const parts = text.split(',').map((part) => part.trim());
  const reject = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (!parts.every((part) => ID.test(part))) return reject('must be user ids separated by commas');
  if (parts.length > MAX_IDS) return reject(`must be at most ${MAX_IDS} ids`);
  return [...new Set(parts.map(Number))];
});

const listQuery = z.object({
  userId: z
    .int()
    .positive()
    .optional()
    .describe('Id of one user. Default with an access token: the user of the token.'),
  ids: idList.optional().describe('Ids of up to 100 users, separated by commas. Unknown ids are ignored.'),
});

// Clients may send what they received, including the outer object.
export const wrappedPreferences = z
  .strictObject({ employmentPreferences: employmentPreferencesInput })
  .transform((body) => body.employmentPreferences);
export const preferencesChange = z.union([employmentPreferencesInput, wrappedPreferences]);
const isWrapped = (body: unknown) => typeof body === 'object' && body !== null && 'employmentPreferences' in body;

export const listPreferences = defineOperation({
  group: 'Employment preferences',
  summary: 'List employment preferences',
  query: listQuery,
  responses: {
    200: {
      description: 'The preferences of one user, or of several in the requested order',
      schema: z.union([userPreferencesResponse, preferencesListResponse]),
      headers: ['ETag'],
    },
  },
  formats: true,
  errors: ['user_not_found'],
  handle: async (context, { reads, userAccess }: PreferenceDependencies) => {
    const {
      caller,
      query: { userId, ids },
      ownerIds,
    } = context;
    if (userId !== undefined && ids !== undefined)
      throw invalid('ids: cannot be combined with userId', [
        { field: 'ids', message: 'cannot be combined with userId' },
      ]);
    if (ids) {
      const visible = await userAccess.visible(ids, 'preferences', caller);
      for (const id of visible) ownerIds.add(id);
      return taggedResponse(context, await preferencesOf(visible, caller, reads));
    }
    const id = await userAccess.resolve(userId, 'preferences', caller);
    ownerIds.add(id);
    // Without `userId`, the path is the same for all owners, whose revisions can be equal.
    return taggedResponse(context, wrap(await reads.preferences(id, caller)));
  },
});

export const getUserPreferences = defineOperation({
  group: 'Employment preferences',
  summary: 'Get the employment preferences of a user',
  path: userPath,
  query: userQuery,
  responses: { 200: { description: 'The preferences', schema: userPreferencesResponse, headers: ['ETag'] } },
  formats: true,
  errors: ['user_not_found'],
  handle: async (context, { resume, reads }: PreferenceDependencies) => {
    const { id } = await resume.user(userRefOf(context), context.caller);
    const found = await reads.preferences(id, context.caller);
    return documentResponse(wrap(found), found.revision, context.request.headers['if-none-match']);
  },
});

export const replaceUserPreferences = defineOperation({
  group: 'Employment preferences',
  summary: 'Replace the employment preferences of a user',
  description: 'Fields that the request body omits are removed. For codes, see the code tables.',
  path: userPath,
  query: userQuery,
  body: {
    schema: preferencesChange,
    check: (body) => (isWrapped(body) ? wrappedPreferences : employmentPreferencesInput),
  },
  conditional: true,
  responses: {
    200: { description: 'The updated preferences', schema: userPreferencesResponse, headers: ['ETag'] },
  },
  errors: ['user_not_found', 'revision_mismatch', 'revision_conflict'],
  handle: async (context, { resume, preferences, reads }: PreferenceDependencies) => {
    const { caller } = context;
    const { id: userId } = await resume.user(userRefOf(context), caller);
    const ifRevision = await ifMatch(context, () => reads.preferences(userId, caller));
    const wanted = { userId, preferences: Buffer.from(JSON.stringify(context.body)), ifRevision };
    const changed = await preferences.call.SetPreferences(wanted, { caller });
    return savedDocumentResponse({ json: wrap(changed), revision: changed.revision });
  },
});

/** The preferences of several users in one document. */
async function preferencesOf(userIds: readonly number[], caller: Caller, reads: BatchedReads): Promise<Buffer> {
  const found = await Promise.all(userIds.map((userId) => reads.preferences(userId, caller)));
  const items = found.map(({ userId, json }) => `{"userId":${userId},${json.toString('utf8').slice(1)}`);
  return Buffer.from(`{"employmentPreferences":{"employmentPreference":[${items.join(',')}]}}`);
}

function wrap({ json }: Preferences): Buffer {
  return jsonObject({ employmentPreferences: json });
}
