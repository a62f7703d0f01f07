import { jsonBytesResponse } from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { cvListQuery } from '@vitae/proto/cv-list-query';
import { resumeListItem, resumeStatusItem } from '@vitae/proto/resume-list-item';
import { resumeStatus } from '@vitae/proto/resume-status';
import { z } from 'zod';
import { dateTime } from '../../http/date-time.ts';
import { defineOperation } from '../../http/define-operation.ts';
import { jsonObject } from '../../http/list-response.ts';
import { filtersAndSort, pageRequest, pagingHeaders, pagingQuery } from '../../http/paging.ts';

const listQuery = z.object(pagingQuery(100, 500));
const statusQuery = z.object({
  since: dateTime.describe(
    'Returns CVs that reached the status at or after this time: `YYYY-MM-DD hh:mm:ss`, `YYYY-MM-DD`, ISO 8601, or `@` and a Unix time. UTC unless a time zone is given.',
  ),
  ...pagingQuery(20, 100),
});

export const listCvs = defineOperation({
  group: 'CVs',
  summary: 'List CVs',
  description:
    'Returns the CVs that match every filter. Use the same filter twice for a range. `comparator` applies to `created`, `updated` and `completion`. By default, CVs are sorted by last update in ascending order.',
  query: listQuery,
  body: { schema: cvListQuery, optional: true },
  responses: {
    200: {
      description: 'A page of CVs',
      schema: z.strictObject({ resumes: z.array(resumeListItem) }),
      headers: ['Link', 'X-Total-Count'],
    },
  },
  formats: true,
  errors: ['invalid_cursor'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const page = await resume.call.ListCvs(
      { ...filtersAndSort(context.body), page: pageRequest(context.query) },
      { caller: context.caller },
    );
    return jsonBytesResponse(jsonObject({ resumes: page.json }), pagingHeaders(context, listQuery, page));
  },
});

export const listCvsByStatus = defineOperation({
  group: 'CVs',
  summary: 'List CVs by status',
  path: z.object({ status: resumeStatus }),
  query: statusQuery,
  responses: {
    200: {
      description: 'A page of CVs',
      schema: z.strictObject({ total: z.int().nonnegative(), resumes: z.array(resumeStatusItem) }),
      headers: ['Link', 'X-Total-Count'],
    },
  },
  formats: true,
  errors: ['invalid_cursor'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const request = { status: context.path.status, since: context.query.since, page: pageRequest(context.query) };
    const page = await resume.call.ListCvsByStatus(request, { caller: context.caller });
    return jsonBytesResponse(
      jsonObject({ total: page.total, resumes: page.json }),
      pagingHeaders(context, statusQuery, page),
    );
  },
});
