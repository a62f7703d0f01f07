import type { Caller } from '@vitae/kit/caller';
import {
  etagResponse,
  jsonBytesResponse,
  jsonResponse,
  noContent,
  savedDocumentResponse,
} from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { cvData, cvInput } from '@vitae/proto/cv-data';
import { resumeStatusItem } from '@vitae/proto/resume-list-item';
import { resumeStatus } from '@vitae/proto/resume-status';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { ifMatch } from '../../http/preconditions.ts';
import { APPLICATION_LINKS, cvEtag, cvForApplication, linkedApplicationOf } from './application-links.ts';

const cvPath = z.object({ id: z.int().positive() });
const pdfAddress = z.strictObject({ pdf: z.string().nullable() });

export const getCv = defineOperation({
  group: 'CVs',
  summary: 'Get a CV',
  description: APPLICATION_LINKS,
  path: cvPath,
  responses: { 200: { description: 'The CV', schema: cvData, headers: ['ETag'] } },
  formats: true,
  errors: ['cv_not_found'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const { json, etag } = await readCv(resume, context.path.id, context.caller);
    return etagResponse(json, etag, context.request.headers['if-none-match']);
  },
});

export const replaceCv = defineOperation({
  group: 'CVs',
  summary: 'Replace a CV',
  description:
    'Fields that the request body omits become empty. You can send a CV in the form in which you received it: computed fields do not change anything. Ids, addresses and dates that the CV never had are rejected.',
  path: cvPath,
  body: { schema: cvInput },
  conditional: true,
  responses: { 200: { description: 'The updated CV', schema: cvData, headers: ['ETag'] } },
  errors: ['cv_not_found', 'revision_mismatch', 'revision_conflict'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const { caller, path } = context;
    const ifRevision = await ifMatch(context, () => resume.cv(path.id, caller));
    const content = Buffer.from(JSON.stringify(context.body));
    return savedDocumentResponse(await resume.call.ReplaceCv({ id: path.id, content, ifRevision }, { caller }));
  },
});

export const deleteCv = defineOperation({
  group: 'CVs',
  summary: 'Delete a CV',
  description:
    'The CV and its addresses stop working immediately. In their account, owners can restore a deleted CV until its data is erased, by default for 30 days.',
  path: cvPath,
  conditional: true,
  responses: { 204: { description: 'Deleted' } },
  errors: ['cv_not_found', 'revision_mismatch'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const { caller, path } = context;
    const ifRevision = await ifMatch(context, () => resume.cv(path.id, caller));
    await resume.call.DeleteCv({ id: path.id, ifRevision }, { caller });
    return noContent();
  },
});

export const setCvStatus = defineOperation({
  group: 'CVs',
  summary: 'Set the status of a CV',
  description:
    'Allowed transitions: draft → proofreading; proofreading → rewrite or ready; rewrite → proofreading; ready → sent or rewrite; sent → rewrite. Setting the current status changes nothing.',
  path: cvPath,
  body: { schema: z.strictObject({ status: resumeStatus }), orQuery: true },
  conditional: true,
  responses: { 200: { description: 'The CV in the form of the list by status', schema: resumeStatusItem } },
  errors: ['cv_not_found', 'status_transition', 'revision_mismatch'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const { caller, path, body } = context;
    const ifRevision = await ifMatch(context, () => resume.cv(path.id, caller));
    const { json } = await resume.call.SetCvStatus({ id: path.id, status: body.status, ifRevision }, { caller });
    return jsonBytesResponse(json);
  },
});

export const getCvPdfLink = defineOperation({
  group: 'CVs',
  summary: 'Get a link to the PDF of a CV',
  description: `The link works without a signature. It is null if the CV is protected by a password. ${APPLICATION_LINKS}`,
  path: cvPath,
  responses: { 200: { description: 'The link', schema: pdfAddress } },
  formats: true,
  errors: ['cv_not_found'],
  handle: async (context, { resume }: { resume: ResumeClient }) =>
    jsonResponse({ pdf: await pdfAddressOf(resume, context.path.id, context.caller) }),
});

async function pdfAddressOf(resume: ResumeClient, id: number, caller: Caller): Promise<string | null> {
  const { json } = await readCv(resume, id, caller);
  const { printable } = JSON.parse(json.toString('utf8')) as Pick<z.output<typeof cvData>, 'printable'>;
  return printable.pdf;
}

async function readCv(resume: ResumeClient, id: number, caller: Caller): Promise<{ json: Buffer; etag: string }> {
  const [{ json, revision }, application] = await Promise.all([
    resume.cv(id, caller),
    linkedApplicationOf(resume, caller),
  ]);
  return {
    json: application ? cvForApplication(json, id, application) : json,
    etag: cvEtag(revision, application),
  };
}
