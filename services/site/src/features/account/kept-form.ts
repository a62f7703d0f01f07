import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import { OWNER_SESSION } from '@vitae/accounts/sessions/session-store';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import { bodyOf } from '@vitae/kit/http/raw-body';
import { runInSlices } from '@vitae/kit/slices';
import type { Request } from 'express';
import { z } from 'zod';
import { decodeForm } from '../../layout/decode-form.ts';
import {
  CSRF_FIELD,
  type Form,
  formFrom,
  MAX_VISITOR_FORM_BYTES,
  ONCE_FIELD,
  visitorFormOf,
} from '../../layout/form.ts';
import { isOurForm, isOurOrigin } from '../../sessions/csrf.ts';

/** A form that was submitted after the session had ended. */
export type KeptForm = { path: string; form: Form };
/** `fields` are the encoded fields. */
type StoredForm = { path: string; fields: string; until: number };

/** The field of a sign-in form that keeps another form, encrypted. */
export const keptField = { kept: z.string().optional() };

/** The value of the field, or that the form is too large for it. */
export type Keeping = { kept?: string; isKeptTooLarge?: boolean };

/**
 * Keeps the text of forms in sign-in pages. Only the server creates kept forms, because another site must not put text
 * into a CV.
 */
export type KeptForms = {
  /** Encrypts the form of a request if it was shown in the same browser. */
  keep(request: Request, sessionId: string): Promise<Keeping>;
  /** Returns undefined if there is no kept form, or it is forged or expired. */
  open(kept: string | undefined): Promise<KeptForm | undefined>;
  /** Returns the kept form of a sign-in form whose token is outdated, if one of our pages sent it. */
  retain(request: Request, kept: string): Promise<string | undefined>;
};

/** The sign-in form also has a name and a password. */
const MAX_KEPT_BYTES = MAX_VISITOR_FORM_BYTES - 50_000;
const RECORD = 'kept form';
/** Fields that the next page has itself. */
const TOKENS = new RegExp(`^(?:${CSRF_FIELD}|${ONCE_FIELD})=`);
/** A higher quality would take much longer. */
const QUALITY = 5;

const compress = promisify(brotliCompress) as (text: string, options: object) => Promise<Buffer>;
const decompress = promisify(brotliDecompress) as (bytes: Buffer, options: object) => Promise<Buffer>;

type KeptFormsDependencies = { box: SecretBox; clock: Clock; publicUrl: string };

export function createKeptForms({ box, clock, publicUrl }: KeptFormsDependencies): KeptForms {
  const seal = async (form: StoredForm): Promise<string> => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
    const compressed = await compress(JSON.stringify(form), { params });
    return box.seal(compressed.toString('base64url'), RECORD);
  };
  const open: KeptForms['open'] = async (kept) => {
    if (!kept) return undefined;
    try {
      const compressed = Buffer.from(box.open(kept, RECORD), 'base64url');
      const text = await decompress(compressed, { maxOutputLength: 2 * MAX_VISITOR_FORM_BYTES });
      const { until, path, fields } = JSON.parse(text.toString('utf8')) as StoredForm;
      if (clock.now() >= until) return undefined;
      return { path, form: formFrom(await runInSlices(decodeForm(Buffer.from(fields)))) };
    } catch {
      // Clients can send any value.
      return undefined;
    }
  };
  return {
    open,
    keep: async (request, sessionId) => {
      try {
        if (!isOurForm(request, await visitorFormOf(request), sessionId, publicUrl)) return {};
      } catch (thrown) {
        const { code, reason } = VitaeError.from(thrown);
        if (code !== 'INVALID_ARGUMENT') throw thrown;
        return { isKeptTooLarge: reason === 'body_too_large' };
      }
      const pairs = bodyOf(request).toString('utf8').split('&');
      const fields = pairs.filter((pair) => !TOKENS.test(pair)).join('&');
      const until = clock.now() + OWNER_SESSION.idleSeconds * 1_000;
      const kept = await seal({ path: request.path, fields, until });
      return kept.length <= MAX_KEPT_BYTES ? { kept } : { isKeptTooLarge: true };
    },
    retain: async (request, kept) => (isOurOrigin(request, publicUrl) && (await open(kept)) ? kept : undefined),
  };
}
