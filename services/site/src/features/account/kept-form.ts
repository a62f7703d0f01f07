import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import { OWNER_SESSION } from '@vitae/accounts/sessions/session-store';
import type { Clock } from '@vitae/kit/clock';
import { bodyOf } from '@vitae/kit/http/raw-body';
import type { Request } from 'express';
import { z } from 'zod';
import { CSRF_FIELD, formOf, ONCE_FIELD } from '../../layout/form.ts';
import { isOurForm, isOurOrigin } from '../../sessions/csrf.ts';

/** A form that was submitted after the session had ended. `fields` are its encoded fields. */
export type KeptForm = { path: string; fields: string };

/** The field of a sign-in form that keeps another form, encrypted. */
export const keptField = { kept: z.string().optional() };

/**
 * Keeps the text of forms in sign-in pages. Only the server creates kept forms, because another site must not put text
 * into a CV.
 */
export type KeptForms = {
  /** Returns the encrypted form of a request if it was shown in the same browser. Large forms are not kept. */
  keep(request: Request, sessionId: string): string | undefined;
  /** Returns undefined if there is no kept form, or it is forged or expired. */
  open(kept: string | undefined): KeptForm | undefined;
  /** Returns the kept form of a sign-in form whose token is outdated, if one of our pages sent it. */
  retain(request: Request, kept: string): string | undefined;
};

/** More would not fit into the body of a visitor who is not signed in, which is read up to 32 KB. */
const MAX_KEPT_BYTES = 28_000;
const RECORD = 'kept form';

type KeptFormsDependencies = { box: SecretBox; clock: Clock; publicUrl: string };

export function createKeptForms({ box, clock, publicUrl }: KeptFormsDependencies): KeptForms {
  const open: KeptForms['open'] = (kept) => {
    if (!kept) return undefined;
    try {
      const { until, ...form } = JSON.parse(box.open(kept, RECORD)) as KeptForm & { until: number };
      return clock.now() < until ? form : undefined;
    } catch {
      // Clients can send any value.
      return undefined;
    }
  };
  return {
    open,
    keep: (request, sessionId) => {
      try {
        if (!isOurForm(request, formOf(request), sessionId, publicUrl)) return undefined;
      } catch {
        return undefined; // The body is too large or not a form.
      }
      const fields = new URLSearchParams(bodyOf(request).toString('utf8'));
      for (const name of [CSRF_FIELD, ONCE_FIELD]) fields.delete(name);
      const until = clock.now() + OWNER_SESSION.idleSeconds * 1_000;
      const kept = box.seal(JSON.stringify({ path: request.path, fields: fields.toString(), until }), RECORD);
      return kept.length <= MAX_KEPT_BYTES ? kept : undefined;
    },
    retain: (request, kept) => (isOurOrigin(request, publicUrl) && open(kept) ? kept : undefined),
  };
}
