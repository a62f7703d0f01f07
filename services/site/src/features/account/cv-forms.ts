import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { PasswordFault } from '@vitae/accounts/credentials/password-policy';
import { z } from 'zod';
import type { Form } from '../../layout/form.ts';
import type { OwnCvs } from './own-cvs.ts';

/** Why a CV form was rejected: its password, its title, or because the CV was deleted. */
export type CvProblem =
  | { cvId: number; reason: PasswordFault }
  | { cvId: number; reason: TitleFault; title: string }
  | { reason: 'gone' };
/** `unsaved` shows a title again that was not saved, for example because the session had ended. */
export type TitleFault = 'titleRequired' | 'titleTooLong' | 'unsaved';

/** As in the specification. */
const MAX_TITLE = 255;

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
  const setAnonymized =
    (anonymized: boolean): CvAction =>
    async (owner, cvId, form, requestId) => {
      form.parse({});
      await cvs.setAnonymized(owner, cvId, anonymized, requestId);
      return undefined;
    };
  return {
    publish: setVisibility({ published: true }),
    unpublish: setVisibility({ published: false }),
    index: setVisibility({ indexed: true }),
    unindex: setVisibility({ indexed: false }),
    anonymize: setAnonymized(true),
    identify: setAnonymized(false),
    rename: async (owner, cvId, form, requestId) => {
      const title = form.parse({ title: z.string() }).title.trim();
      if (title === '') return { cvId, reason: 'titleRequired', title };
      if (title.length > MAX_TITLE) return { cvId, reason: 'titleTooLong', title };
      await cvs.rename(owner, cvId, title, requestId);
      return undefined;
    },
    main: async (owner, cvId, form, requestId) => {
      form.parse({});
      await cvs.makeMain(owner, cvId, requestId);
      return undefined;
    },
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
