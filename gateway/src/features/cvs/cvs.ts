import { bytesAnswer, changedAnswer, documentAnswer, jsonAnswer, noContent } from '@vitae/kit/http/answer';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { cvData, cvInput } from '@vitae/proto/cv-data';
import { resumeStatusItem } from '@vitae/proto/resume-list-item';
import { resumeStatus } from '@vitae/proto/resume-status';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import { asMismatch, ifMatch } from '../../http/preconditions.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';

const cvPath = z.object({ id: z.int().positive() });
const pdfAddress = z.strictObject({ pdf: z.string().nullable() });

/** Single CVs of the company's users. */
export function cvCalls(resume: ResumeClient): DocumentedRoute[] {
  return [
    defineCall({
      name: 'cv.read',
      method: 'GET',
      paths: ['/api/v1/cv/:id', '/api/v1/svc/cv/:id', '/api/v1/dyb/cv/:id'],
      quota: 'standard',
      group: 'CVs',
      summary: 'Reads a CV',
      path: cvPath,
      answers: { 200: { description: 'The CV', schema: cvData, headers: ['ETag'] } },
      errors: ['cv_not_found'],
      handle: async (call) => {
        const { json, revision } = await resume.cv(call.path.id, call.caller);
        return documentAnswer(json, revision, call.request.headers['if-none-match']);
      },
    }),
    defineCall({
      name: 'cv.replace',
      method: 'PUT',
      paths: ['/api/v1/cv/:id'],
      quota: 'standard',
      group: 'CVs',
      summary: 'Replaces a CV',
      description:
        'What the body leaves out is empty. A CV that was read may be sent back as it is: fields that the platform computes change nothing.',
      path: cvPath,
      body: { schema: cvInput },
      conditional: true,
      answers: { 200: { description: 'The CV as it is now', schema: cvData, headers: ['ETag'] } },
      errors: ['cv_not_found', 'revision_mismatch', 'revision_conflict'],
      handle: async (call) => {
        const { caller, path } = call;
        const ifRevision = await ifMatch(call, () => resume.cv(path.id, caller));
        return changedAnswer(
          await resume.call
            .ReplaceCv({ id: path.id, content: Buffer.from(JSON.stringify(call.body)), ifRevision }, { caller })
            .catch(asMismatch(ifRevision)),
        );
      },
    }),
    defineCall({
      name: 'cv.delete',
      method: 'DELETE',
      paths: ['/api/v1/cv/:id'],
      quota: 'standard',
      group: 'CVs',
      summary: 'Deletes a CV',
      path: cvPath,
      conditional: true,
      answers: { 204: { description: 'Deleted' } },
      errors: ['cv_not_found', 'revision_mismatch'],
      handle: async (call) => {
        const { caller, path } = call;
        const ifRevision = await ifMatch(call, () => resume.cv(path.id, caller));
        await resume.call.DeleteCv({ id: path.id, ifRevision }, { caller }).catch(asMismatch(ifRevision));
        return noContent();
      },
    }),
    defineCall({
      name: 'cv.status',
      method: 'PUT',
      paths: ['/api/v1/cv/:id/status'],
      quota: 'standard',
      group: 'CVs',
      summary: 'Moves a CV to another status',
      description:
        'draft → proofreading; proofreading → rewrite, ready; rewrite → proofreading; ready → sent, rewrite; sent → rewrite.',
      path: cvPath,
      body: { schema: z.strictObject({ status: resumeStatus }), orQuery: true },
      conditional: true,
      answers: { 200: { description: 'The CV as a row of the status query', schema: resumeStatusItem } },
      errors: ['cv_not_found', 'status_transition', 'revision_mismatch'],
      handle: async (call) => {
        const { caller, path, body } = call;
        const ifRevision = await ifMatch(call, () => resume.cv(path.id, caller));
        const { json } = await resume.call
          .SetCvStatus({ id: path.id, status: body.status, ifRevision }, { caller })
          .catch(asMismatch(ifRevision));
        return bytesAnswer(json);
      },
    }),
    defineCall({
      name: 'cv.pdf',
      method: 'GET',
      paths: ['/api/v1/cv/:id/pdf'],
      quota: 'standard',
      group: 'CVs',
      summary: 'Answers the address of a CV as PDF',
      description:
        'A link that works without a signature; null while the CV is neither published nor has a private link.',
      path: cvPath,
      answers: { 200: { description: 'The address', schema: pdfAddress } },
      errors: ['cv_not_found'],
      handle: async (call) => jsonAnswer({ pdf: await pdfAddressOf(resume, call.path.id, call.caller) }),
    }),
  ];
}

async function pdfAddressOf(
  resume: ResumeClient,
  id: number,
  caller: Parameters<ResumeClient['cv']>[1],
): Promise<string | null> {
  const { json } = await resume.cv(id, caller);
  const { printable } = JSON.parse(json.toString('utf8')) as Pick<z.output<typeof cvData>, 'printable'>;
  return printable.pdf;
}
