import type { CvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import { PASSWORD_LENGTH } from '@vitae/accounts/credentials/password-hash';
import { noContent } from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { asMismatch, ifMatch } from '../../http/preconditions.ts';

export type ProtectionDependencies = { resume: ResumeClient; cvPasswords: CvPasswords };

const cvPath = z.object({ id: z.int().positive() });
const { min, max } = PASSWORD_LENGTH;
const protection = z.strictObject({
  password: z.string().min(min, `must have at least ${min} characters`).max(max, `must have at most ${max} characters`),
});

export const protectCv = defineOperation({
  group: 'CVs',
  summary: 'Protects a CV by a password',
  description:
    'Visitors of its page are asked for it from then on, those too who gave another one before. It is kept as a hash and cannot be read. A CV whose `protected` was set without a password is shown to nobody until it has one.',
  path: cvPath,
  body: { schema: protection },
  conditional: true,
  responses: { 204: { description: 'Protected' } },
  errors: ['cv_not_found', 'revision_mismatch', 'revision_conflict'],
  handle: async (context, { resume, cvPasswords }: ProtectionDependencies) => {
    const { path, body, caller } = context;
    const ifRevision = await ifMatch(context, () => resume.cv(path.id, caller));
    await cvPasswords.set(path.id, body.password, caller, ifRevision).catch(asMismatch(ifRevision));
    return noContent();
  },
});

export const unprotectCv = defineOperation({
  group: 'CVs',
  summary: 'Opens a protected CV',
  description: 'Its password is forgotten and `protected` is false. One that is not protected stays so.',
  path: cvPath,
  conditional: true,
  responses: { 204: { description: 'Not protected' } },
  errors: ['cv_not_found', 'revision_mismatch', 'revision_conflict'],
  handle: async (context, { resume, cvPasswords }: ProtectionDependencies) => {
    const { path, caller } = context;
    const ifRevision = await ifMatch(context, () => resume.cv(path.id, caller));
    await cvPasswords.remove(path.id, caller, ifRevision).catch(asMismatch(ifRevision));
    return noContent();
  },
});
