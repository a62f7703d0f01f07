import { createCvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import { PASSWORD_LENGTH } from '@vitae/accounts/credentials/password-hash';
import { noContent } from '@vitae/kit/http/answer';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import { asMismatch, ifMatch } from '../../http/preconditions.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';

const cvPath = z.object({ id: z.int().positive() });
const { min, max } = PASSWORD_LENGTH;
const protection = z.strictObject({
  password: z.string().min(min, `must have at least ${min} characters`).max(max, `must have at most ${max} characters`),
});

/** The password that visitors of a CV are asked for. */
export function protectionCalls(resume: ResumeClient): DocumentedRoute[] {
  const passwords = createCvPasswords(resume);
  return [
    defineCall({
      name: 'cv.protection.replace',
      method: 'PUT',
      paths: ['/api/v1/cv/:id/protection'],
      quota: 'standard',
      group: 'CVs',
      summary: 'Protects a CV by a password',
      description:
        'Visitors of its page are asked for it from then on, those too who gave another one before. It is kept as a hash and cannot be read. A CV whose `protected` was set without a password is shown to nobody until it has one.',
      path: cvPath,
      body: { schema: protection },
      conditional: true,
      answers: { 204: { description: 'Protected' } },
      errors: ['cv_not_found', 'revision_mismatch', 'revision_conflict'],
      handle: async (call) => {
        const { path, body, caller } = call;
        const ifRevision = await ifMatch(call, () => resume.cv(path.id, caller));
        await passwords.set(path.id, body.password, caller, ifRevision).catch(asMismatch(ifRevision));
        return noContent();
      },
    }),
    defineCall({
      name: 'cv.protection.delete',
      method: 'DELETE',
      paths: ['/api/v1/cv/:id/protection'],
      quota: 'standard',
      group: 'CVs',
      summary: 'Opens a protected CV',
      description: 'Its password is forgotten and `protected` is false. One that is not protected stays so.',
      path: cvPath,
      conditional: true,
      answers: { 204: { description: 'Not protected' } },
      errors: ['cv_not_found', 'revision_mismatch', 'revision_conflict'],
      handle: async (call) => {
        const { path, caller } = call;
        const ifRevision = await ifMatch(call, () => resume.cv(path.id, caller));
        await passwords.remove(path.id, caller, ifRevision).catch(asMismatch(ifRevision));
        return noContent();
      },
    }),
  ];
}
