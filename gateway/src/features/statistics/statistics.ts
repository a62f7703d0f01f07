import { bytesAnswer } from '@vitae/kit/http/answer';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { userStatistics } from '@vitae/proto/user-statistics';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';
import type { OwnerReads } from '../owner-reads.ts';
import type { Reach } from '../users/reach.ts';

export type StatisticsCallDependencies = { resume: ResumeClient; reads: OwnerReads; reach: Reach };

/** How many people visited a user's pages. */
export function statisticsCalls({ resume, reads, reach }: StatisticsCallDependencies): DocumentedRoute[] {
  return [
    defineCall({
      name: 'user.stats',
      method: 'GET',
      paths: ['/api/v1/svc/user/stats', '/api/v1/dyb/user/stats'],
      quota: 'standard',
      group: 'Users',
      summary: 'Reads how many people visited a user’s pages each day',
      query: z.object({ userId: z.int().positive().optional().describe('Left out with a token: its user.') }),
      answers: { 200: { description: 'Unique visitors by day, the oldest first', schema: userStatistics } },
      errors: ['user_not_found'],
      handle: async ({ caller, query }) => {
        const userId = await reach.one(query.userId, caller);
        const { updated } = await resume.call.GetUserProfile({ id: String(userId), byIdOrigin: false }, { caller });
        return bytesAnswer(await reads.statistics({ userId, updated: Math.floor(updated / 1_000) }, caller));
      },
    }),
  ];
}
