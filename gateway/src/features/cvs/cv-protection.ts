import type { CvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import { PASSWORD_LENGTH, passwordAdvice, passwordFault } from '@vitae/accounts/credentials/password-policy';
import { noContent } from '@vitae/kit/http/response';
import { invalidFields } from '@vitae/kit/validate';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { ifMatch } from '../../http/preconditions.ts';

export type ProtectionDependencies = { resume: ResumeClient; cvPasswords: CvPasswords };

const cvPath = z.object({ id: z.int().positive() });
const { min, max } = PASSWORD_LENGTH;
const protection = z.strictObject({
  password: z
    .string()
    .min(min, { error: passwordAdvice('tooShort'), abort: true })
    .max(max, { error: passwordAdvice('tooLong'), abort: true })
    .refine((password) => passwordFault(password) === undefined, passwordAdvice('tooCommon')),
});

export const protectCv = defineOperation({
  group: 'CVs',
  summary: 'Protect a CV with a password',
  description:
    'Visitors of the public page must enter the password, including visitors who entered a previous one. Common passwords and the names of the owner are rejected. The password is stored as a hash and cannot be read. A CV with `protected` set but no password is not visible to visitors.',
  path: cvPath,
  body: { schema: protection },
  conditional: true,
  responses: { 204: { description: 'The CV is protected' } },
  errors: ['cv_not_found', 'revision_mismatch', 'revision_conflict'],
  handle: async (context, { resume, cvPasswords }: ProtectionDependencies) => {
    const { path, body, caller } = context;
    const ifRevision = await ifMatch(context, () => resume.cv(path.id, caller));
    const fault = await cvPasswords.fault(path.id, body.password, caller);
    if (fault) throw invalidFields([{ field: 'password', message: passwordAdvice(fault) }]);
    await cvPasswords.set(path.id, body.password, caller, ifRevision);
    return noContent();
  },
});

export const unprotectCv = defineOperation({
  group: 'CVs',
  summary: 'Remove the password of a CV',
  description: 'Deletes the password and sets `protected` to false. Succeeds if the CV has no password.',
  path: cvPath,
  conditional: true,
  responses: { 204: { description: 'The CV is not protected' } },
  errors: ['cv_not_found', 'revision_mismatch', 'revision_conflict'],
  handle: async (context, { resume, cvPasswords }: ProtectionDependencies) => {
    const { path, caller } = context;
    const ifRevision = await ifMatch(context, () => resume.cv(path.id, caller));
    await cvPasswords.remove(path.id, caller, ifRevision);
    return noContent();
  },
});
