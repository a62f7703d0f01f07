import type { Caller } from '@vitae/kit/caller';
import { type ApiResponse, jsonBytesResponse } from '@vitae/kit/http/response';
import type { ResumeClient, UserRef } from '@vitae/proto/clients/resume-client';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { userPath, userQuery, userRefOf } from './user-address.ts';

const avatar = z.string().nullable();
const profileItem = z.strictObject({
  id: z.int().positive(),
  title: z.string(),
  main: z.boolean(),
  culture: z.string(),
  completion: z.number().min(0).max(1),
  published: z.boolean(),
  indexed: z.boolean(),
  protected: z.boolean(),
  updatedAt: z.string().describe('`YYYY-MM-DDThh:mm:ss` in UTC.'),
  url: z.string().describe('Address of the page, which visitors can open while the CV is published.'),
});

/** The first read of most OAuth clients. */
export const userProfile = z.strictObject({
  user: z.strictObject({
    id: z.int().positive(),
    lastname: z.string(),
    firstname: z.string(),
    slug: z.string(),
    registeredAt: z.string().describe('`YYYY-MM-DDThh:mm:ss` in UTC.'),
    updatedAt: z
      .string()
      .describe('The last change to the user or one of the listed CVs: `YYYY-MM-DDThh:mm:ss` in UTC.'),
    premium: z.boolean(),
    email: z.string(),
    avatars: z
      .strictObject({ small: avatar, normal: avatar, big: avatar })
      .describe(
        'Addresses of the photo of the main CV. Null unless the CV is listed, published, not anonymized and not protected by a password.',
      ),
    resumes: z.strictObject({ resume: z.array(profileItem) }),
  }),
});

type ProfileDependencies = { resume: ResumeClient };

const docs = {
  responses: { 200: { description: 'The user and a list of the user’s CVs', schema: userProfile } },
  formats: true,
  errors: ['user_not_found'],
} as const;

/** A user of the company in the shape of the user API. */
export const getUserProfile = defineOperation({
  ...docs,
  group: 'Users',
  summary: 'Get a user with their CVs',
  path: userPath,
  query: userQuery,
  handle: (context, { resume }: ProfileDependencies) => profileOf(userRefOf(context), context.caller, resume),
});

/** The user who granted the access token. */
export const getOwnProfile = defineOperation({
  ...docs,
  group: 'User API',
  summary: 'Get the authorizing user',
  handle: ({ caller }, { resume }: ProfileDependencies) =>
    profileOf({ id: String(caller.userId), byIdOrigin: false }, caller, resume),
});

async function profileOf(user: UserRef, caller: Caller, resume: ResumeClient): Promise<ApiResponse> {
  return jsonBytesResponse((await resume.call.GetUserProfile(user, { caller })).json);
}
