import { jsonBytesResponse } from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { cvListQuery } from '@vitae/proto/cv-list-query';
import { resumeListItem, resumeStatusItem } from '@vitae/proto/resume-list-item';
import { resumeStatus } from '@vitae/proto/resume-status';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { objectOf } from '../../http/list-response.ts';
import { moment } from '../../http/moment.ts';
import { filtersAndSort, pageRequest, pagingHeaders, pagingQuery } from '../../http/paging.ts';

const listQuery = z.object(pagingQuery(100, 500));
const statusQuery = z.object({
  since: moment.describe(
    'Changes of status from then on: `YYYY-MM-DD hh:mm:ss`, `YYYY-MM-DD`, ISO 8601, or `@` and a Unix time. UTC where no zone is given.',
  ),
  ...pagingQuery(20, 100),
});

export const listCvs = defineOperation({
  group: 'CVs',
  summary: 'Lists CVs by filters',
  description:
    'Filters must all hold; the same one twice is a range. `comparator` is for created, updated and completion. Without a sort, the latest change comes last.',
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
    return jsonBytesResponse(objectOf({ resumes: page.json }), pagingHeaders(context, listQuery, page));
  },
});

export const listCvsByStatus = defineOperation({
  group: 'CVs',
  summary: 'Lists CVs that reached a status',
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
      objectOf({ total: page.total, resumes: page.json }),
      pagingHeaders(context, statusQuery, page),
    );
  },
});
