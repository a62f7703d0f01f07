import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { PASSWORD_LENGTH } from '@vitae/accounts/credentials/password-hash';
import type { Form } from '../../layout/form.ts';
import type { OwnCvs } from './own-cvs.ts';

/** Why a form about a CV changed nothing. */
export type CvProblem = { cvId: number; reason: 'tooShort' | 'tooLong' };

type CvAction = (owner: Owner, cvId: number, form: Form, requestId: string) => Promise<CvProblem | undefined>;

/** What an owner may do with a CV, by the last part of the form's address. */
export function cvActions(cvs: OwnCvs): Readonly<Record<string, CvAction>> {
  const show =
    (visibility: Parameters<OwnCvs['show']>[2]): CvAction =>
    async (owner, cvId, _form, requestId) => {
      await cvs.show(owner, cvId, visibility, requestId);
      return undefined;
    };
  return {
    publish: show({ published: true }),
    unpublish: show({ published: false }),
    index: show({ indexed: true }),
    unindex: show({ indexed: false }),
    protect: async (owner, cvId, form, requestId) => {
      const password = form.get('password');
      const length = Array.from(password).length;
      if (length < PASSWORD_LENGTH.min) return { cvId, reason: 'tooShort' };
      if (length > PASSWORD_LENGTH.max) return { cvId, reason: 'tooLong' };
      await cvs.protect(owner, cvId, password, requestId);
      return undefined;
    },
    unprotect: async (owner, cvId, _form, requestId) => {
      await cvs.unprotect(owner, cvId, requestId);
      return undefined;
    },
  };
}
