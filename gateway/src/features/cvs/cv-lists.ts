import { bytesAnswer } from '@vitae/kit/http/answer';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { cvListQuery } from '@vitae/proto/cv-list-query';
import { resumeListItem, resumeStatusItem } from '@vitae/proto/resume-list-item';
import { resumeStatus } from '@vitae/proto/resume-status';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import { asMessages } from '../../http/list-messages.ts';
import { objectOf } from '../../http/list-response.ts';
import { moment } from '../../http/moment.ts';
import { pageRequest, pagingHeaders, pagingQuery } from '../../http/paging.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';

const listQuery = z.object(pagingQuery(100, 500));
const statusQuery = z.object({
  since: moment.describe(
    'Changes of status from then on: `YYYY-MM-DD hh:mm:ss`, `YYYY-MM-DD`, ISO 8601, or `@` and a Unix time. UTC where no zone is given.',
  ),
  ...pagingQuery(20, 100),
});

/** Lists of CVs over the users of the company. */
export function cvListCalls({ call: rpc }: ResumeClient): DocumentedRoute[] {
  return [
    defineCall({
      name: 'cv.list',
      method: 'POST',
      paths: ['/api/v1/cv/list'],
      quota: 'standard',
      group: 'CVs',
      summary: 'Lists CVs by filters',
      description:
        'Filters must all hold; the same one twice is a range. `comparator` is for created, updated and completion. Without a sort, the latest change comes last.',
      query: listQuery,
      body: { schema: cvListQuery, optional: true },
      answers: {
        200: {
          description: 'A page of CVs',
          schema: z.strictObject({ resumes: z.array(resumeListItem) }),
          headers: ['Link', 'X-Total-Count'],
        },
      },
      errors: ['invalid_cursor'],
      handle: async (call) => {
        const { filters, sort } = asMessages(call.body);
        const page = await rpc.ListCvs({ filters, sort, page: pageRequest(call.query) }, { caller: call.caller });
        return bytesAnswer(objectOf({ resumes: page.json }), pagingHeaders(call, listQuery, page));
      },
    }),
    defineCall({
      name: 'cv.list-by-status',
      method: 'GET',
      paths: ['/api/v1/cv/status/:status'],
      quota: 'standard',
      group: 'CVs',
      summary: 'Lists CVs that reached a status',
      path: z.object({ status: resumeStatus }),
      query: statusQuery,
      answers: {
        200: {
          description: 'A page of CVs',
          schema: z.strictObject({ total: z.int().nonnegative(), resumes: z.array(resumeStatusItem) }),
          headers: ['Link', 'X-Total-Count'],
        },
      },
      errors: ['invalid_cursor'],
      handle: async (call) => {
        const request = { status: call.path.status, since: call.query.since, page: pageRequest(call.query) };
        const page = await rpc.ListCvsByStatus(request, { caller: call.caller });
        return bytesAnswer(objectOf({ total: page.total, resumes: page.json }), pagingHeaders(call, statusQuery, page));
      },
    }),
  ];
}
