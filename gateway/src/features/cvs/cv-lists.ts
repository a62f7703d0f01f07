import { grantsData } from '@vitae/accounts/grants/grant-access';
import { jsonBytesResponse } from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { cvListQuery } from '@vitae/proto/cv-list-query';
import { type ResumeListItem, resumeListItem, resumeStatusItem } from '@vitae/proto/resume-list-item';
import { resumeStatus } from '@vitae/proto/resume-status';
import { z } from 'zod';
import { dateTime } from '../../http/date-time.ts';
import { defineOperation } from '../../http/define-operation.ts';
import { jsonObject, taggedResponse } from '../../http/list-response.ts';
import {
  filtersAndSort,
  listCall,
  listHeaders,
  pageRequest,
  pagingHeaders,
  pagingQuery,
  postedListHeaders,
} from '../../http/paging.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { isApplication, type LinkedApplication, linkedApplicationOf, rowForApplication } from './application-links.ts';

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
    'Returns the CVs that match every filter. Use the same filter twice for a range. `comparator` applies to `created`, `updated` and `completion`. By default, CVs are sorted by creation date in ascending order. User API: without access to the profile, `manager` and the username, email address, names and phone number of `user` are empty; `private_url` stops working when the access of the application to the CV ends.',
  query: listQuery,
  body: { schema: cvListQuery, optional: true },
  responses: {
    200: {
      description: 'A page of CVs',
      schema: z.strictObject({ resumes: z.array(resumeListItem) }),
      headers: postedListHeaders,
    },
  },
  formats: true,
  errors: ['invalid_cursor', 'list_too_expensive'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const request = { ...filtersAndSort(context.body), page: pageRequest(context.query) };
    const [page, application] = await Promise.all([
      resume.call.ListCvs(request, listCall(context)),
      linkedApplicationOf(resume, context.caller),
    ]);
    const resumes = isApplication(context.caller) ? rowsForApplication(context, page.json, application) : page.json;
    return jsonBytesResponse(jsonObject({ resumes }), pagingHeaders(context, listQuery, page));
  },
});

const HIDDEN = { username: '', email: '', firstname: '', lastname: '', phone: '' };

function rowsForApplication(
  { access }: RequestContext,
  json: Buffer,
  application: LinkedApplication | undefined,
): Buffer {
  const rows = JSON.parse(json.toString('utf8')) as ResumeListItem[];
  const linked = application ? rows.map((row) => rowForApplication(row, application)) : rows;
  return Buffer.from(JSON.stringify(grantsData(access, 'profile') ? linked : linked.map(withoutProfile)));
}

/** Keeps the structure, because clients expect all fields. */
function withoutProfile(row: ResumeListItem): ResumeListItem {
  return { ...row, manager: '', user: { ...row.user, ...HIDDEN } };
}

export const listCvsByStatus = defineOperation({
  group: 'CVs',
  summary: 'List CVs by status',
  path: z.object({ status: resumeStatus }),
  query: statusQuery,
  responses: {
    200: {
      description: 'A page of CVs',
      schema: z.strictObject({
        total: z.int().nonnegative().describe('At most 10,000, even if there are more.'),
        resumes: z.array(resumeStatusItem),
      }),
      headers: listHeaders,
    },
  },
  formats: true,
  errors: ['invalid_cursor'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const request = { status: context.path.status, since: context.query.since, page: pageRequest(context.query) };
    const page = await resume.call.ListCvsByStatus(request, listCall(context));
    return taggedResponse(
      context,
      jsonObject({ total: page.total, resumes: page.json }),
      pagingHeaders(context, statusQuery, page),
    );
  },
});
