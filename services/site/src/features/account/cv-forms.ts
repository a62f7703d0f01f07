import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { PasswordFault } from '@vitae/accounts/credentials/password-policy';
import { z } from 'zod';
import type { Form } from '../../layout/form.ts';
import type { OwnCvs } from './own-cvs.ts';

/** Why a CV form was rejected. */
export type CvProblem = { cvId: number; reason: PasswordFault };

type CvAction = (owner: Owner, cvId: number, form: Form, requestId: string) => Promise<CvProblem | undefined>;

/** The actions of the CV forms, by the last segment of their address. */
export function cvActions(cvs: OwnCvs): Readonly<Record<string, CvAction>> {
  const setVisibility =
    (visibility: Parameters<OwnCvs['setVisibility']>[2]): CvAction =>
    async (owner, cvId, form, requestId) => {
      form.parse({});
      await cvs.setVisibility(owner, cvId, visibility, requestId);
      return undefined;
    };
  return {
    publish: setVisibility({ published: true }),
    unpublish: setVisibility({ published: false }),
    index: setVisibility({ indexed: true }),
    unindex: setVisibility({ indexed: false }),
    protect: async (owner, cvId, form, requestId) => {
      const { password } = form.parse({ password: z.string() });
      const reason = await cvs.protect(owner, cvId, password, requestId);
      return reason && { cvId, reason };
    },
    unprotect: async (owner, cvId, form, requestId) => {
      form.parse({});
      await cvs.unprotect(owner, cvId, requestId);
      return undefined;
    },
  };
}
