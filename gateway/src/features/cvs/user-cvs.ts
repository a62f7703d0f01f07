import { savedDocumentResponse } from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { cvData, cvInput } from '@vitae/proto/cv-data';
import { culture } from '@vitae/proto/cv-fields';
import { resumeListItem } from '@vitae/proto/resume-list-item';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { listResponse } from '../../http/list-response.ts';
import { listCall, listHeaders, pageRequest, pagingQuery } from '../../http/paging.ts';
import { idempotencyKey } from '../../http/preconditions.ts';
import { flag, userPath, userQuery, userRefOf } from '../users/user-address.ts';

/** A JSON Resume document has `basics`. Invalid parts are repaired or omitted; only a document without any known field is rejected. */
export const jsonResume = z.looseObject({ basics: z.looseObject({}) });
export const cvContent = z.union([jsonResume, cvInput]);

const listQuery = userQuery.extend(pagingQuery(20, 100));
const createQuery = userQuery.extend({
  main: flag.describe('Set to 1 to make the CV the main CV of the user.'),
  publish: flag.describe('Set to 1 to publish the CV.'),
  culture: culture.optional().describe('Overrides the culture in the request body.'),
});

export const listUserCvs = defineOperation({
  group: 'CVs of a user',
  summary: 'List the CVs of a user',
  path: userPath,
  query: listQuery,
  responses: {
    200: { description: 'A page of CVs', schema: z.array(resumeListItem), headers: listHeaders },
  },
  errors: ['user_not_found', 'invalid_cursor'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const request = { ...userRefOf(context), page: pageRequest(context.query) };
    return listResponse(context, listQuery, await resume.call.ListUserCvs(request, listCall(context)));
  },
});

export const createCv = defineOperation({
  group: 'CVs of a user',
  summary: 'Create a CV',
  description: 'Accepts the CV format of this API, or a JSON Resume document, which is recognized by its `basics`.',
  path: userPath,
  query: createQuery,
  body: { schema: cvContent, check: (body) => (isJsonResume(body) ? jsonResume : cvInput) },
  idempotent: true,
  responses: { 201: { description: 'The new CV', schema: cvData, headers: ['Location', 'ETag'] } },
  errors: ['user_not_found', 'idempotency_key_reused'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const { main, publish, culture: wanted } = context.query;
    const request = {
      user: userRefOf(context),
      content: Buffer.from(JSON.stringify(context.body)),
      main,
      publish,
      culture: wanted ?? '',
    };
    const { document } = await resume.call.CreateCv(
      { ...request, idempotencyKey: idempotencyKey(context) },
      // A photo in the document is re-encoded first.
      { caller: context.caller, deadlineMs: 30_000 },
    );
    if (!document) throw new TypeError('The resume service created a CV but returned none');
    return savedDocumentResponse(document, 201, { Location: `/api/v1/cv/${document.id}` });
  },
});

function isJsonResume(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'basics' in body;
}
