import { jsonBytesResponse } from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { userStatistics } from '@vitae/proto/user-statistics';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import type { BatchedReads } from '../batched-reads.ts';
import type { UserAccess } from '../users/user-access.ts';

export type StatisticsDependencies = { resume: ResumeClient; reads: BatchedReads; userAccess: UserAccess };

export const getUserStatistics = defineOperation({
  group: 'Users',
  summary: 'Get the daily visitors of a user',
  query: z.object({
    userId: z
      .int()
      .positive()
      .optional()
      .describe('Required unless the request has an access token; default: the user of the token.'),
  }),
  responses: {
    200: { description: 'Unique visitors of the user’s pages per day, oldest first', schema: userStatistics },
  },
  formats: true,
  errors: ['user_not_found'],
  handle: async ({ caller, query }, { resume, reads, userAccess }: StatisticsDependencies) => {
    const userId = await userAccess.resolve(query.userId, 'statistics', caller);
    const { updated } = await resume.call.GetUserProfile({ id: String(userId), byIdOrigin: false }, { caller });
    return jsonBytesResponse(await reads.statistics({ userId, updated: Math.floor(updated / 1_000) }, caller));
  },
});
