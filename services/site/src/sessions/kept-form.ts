import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import { OWNER_SESSION } from '@vitae/accounts/sessions/session-store';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import { isMultipart } from '@vitae/kit/http/multipart';
import { runInSlices } from '@vitae/kit/slices';
import type { Request } from 'express';
import { z } from 'zod';
import { decodeForm } from '../layout/decode-form.ts';
import {
  CSRF_FIELD,
  type Form,
  formFrom,
  MAX_VISITOR_FORM_BYTES,
  OWNER_FIELD,
  secretFields,
  visitorFormOf,
} from '../layout/form.ts';
import { isOurForm, isOurOrigin } from './csrf.ts';

/**
 * A form that was not saved, for example because it was submitted after the session had ended. `ownerId` is the owner or
 * administrator who opened it, 0 if the page did not say.
 */
export type KeptForm = { path: string; ownerId: number; form: Form };
/** `fields` are the encoded fields. */
type StoredForm = { path: string; fields: string; until: number };

/** The field of a form that keeps another form, encrypted. */
export const keptField = { kept: z.string().optional() };

/** The value of the field, or why the form is not kept. */
export type Keeping = { kept?: string | undefined; omitted?: 'tooLarge' | 'file' | undefined };

export type SignInForm = { form: Form; expired?: { kept: string | undefined } };

/**
 * Keeps the text of forms in other pages, without passwords. Only the server creates kept forms, because another site
 * must not put text into a CV.
 */
export type KeptForms = {
  /** Encrypts the form of a request if one of our pages sent it. Also returns this form. */
  keep(request: Request, sessionId: string): Promise<Keeping & { form?: KeptForm }>;
  /** Encrypts a form that a page repeats for its owner. A private key that was pasted by accident is omitted too. */
  seal(form: KeptForm): Promise<string>;
  /** Returns undefined if there is no kept form, or it is forged or expired. */
  open(kept: string | undefined): Promise<KeptForm | undefined>;
  /** Returns the address and the owner of a kept form, also of an expired one. Returns undefined if it is forged. */
  sourceOf(kept: string | undefined): Promise<Pick<KeptForm, 'path' | 'ownerId'> | undefined>;
  /**
   * Reads a sign-in form. Its token is outdated if, for example, the visitor signed in in another window. `expired` then
   * has its kept form, if one of our pages sent it.
   */
  readSignIn(request: Request, sessionId: string): Promise<SignInForm>;
};

/** The sign-in form also has a name and a password. */
const MAX_KEPT_BYTES = MAX_VISITOR_FORM_BYTES - 50_000;
/** The token that the next page has itself, and passwords. */
const OMITTED: ReadonlySet<string> = new Set([CSRF_FIELD, ...secretFields]);
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
/** A higher quality would take much longer. */
const QUALITY = 5;

const compress = promisify(brotliCompress) as (text: string, options: object) => Promise<Buffer>;
const decompress = promisify(brotliDecompress) as (bytes: Buffer, options: object) => Promise<Buffer>;

type KeptFormsDependencies = {
  box: SecretBox;
  clock: Clock;
  publicUrl: string;
  /** The forms of owners and administrators cannot be exchanged. */
  record: 'kept form' | 'kept settings form';
};

export function createKeptForms({ box, clock, publicUrl, record }: KeptFormsDependencies): KeptForms {
  const seal: KeptForms['seal'] = async ({ path, ownerId, form }) => {
    const isKept = (name: string, value: string) =>
      !OMITTED.has(name) && name !== OWNER_FIELD && !PRIVATE_KEY.test(value);
    const kept = form.entries().filter(([name, value]) => isKept(name, value));
    const fields = new URLSearchParams([[OWNER_FIELD, String(ownerId)], ...kept]).toString();
    const until = clock.now() + OWNER_SESSION.idleSeconds * 1_000;
    const stored: StoredForm = { path, fields, until };
    const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
    const compressed = await compress(JSON.stringify(stored), { params });
    return box.seal(compressed.toString('base64url'), record);
  };
  const unseal = async (kept: string): Promise<(KeptForm & { until: number }) | undefined> => {
    try {
      const compressed = Buffer.from(box.open(kept, record), 'base64url');
      const text = await decompress(compressed, { maxOutputLength: 4 * MAX_VISITOR_FORM_BYTES });
      const { until, path, fields } = JSON.parse(text.toString('utf8')) as StoredForm;
      const form = formFrom(await runInSlices(decodeForm(Buffer.from(fields))));
      return { path, form, ownerId: ownerIdOf(form), until };
    } catch {
      // Clients can send any value.
      return undefined;
    }
  };
  const open: KeptForms['open'] = async (kept) => {
    const form = kept ? await unseal(kept) : undefined;
    return form && clock.now() < form.until ? form : undefined;
  };
  return {
    open,
    seal,
    sourceOf: async (kept) => (kept ? unseal(kept) : undefined),
    keep: async (request, sessionId) => {
      if (isMultipart(request.headers['content-type'] ?? '')) return { omitted: 'file' };
      let form: Form;
      try {
        form = await visitorFormOf(request);
      } catch (thrown) {
        const { code, reason } = VitaeError.from(thrown);
        if (code !== 'INVALID_ARGUMENT') throw thrown;
        return reason === 'body_too_large' ? { omitted: 'tooLarge' } : {};
      }
      if (!isOurForm(request, form, sessionId, publicUrl) && !isOurOrigin(request, publicUrl)) return {};
      const own: KeptForm = { path: request.path, ownerId: ownerIdOf(form), form };
      const kept = await seal(own);
      return kept.length <= MAX_KEPT_BYTES ? { kept, form: own } : { omitted: 'tooLarge' };
    },
    readSignIn: async (request, sessionId) => {
      const form = await visitorFormOf(request);
      if (isOurForm(request, form, sessionId, publicUrl)) return { form };
      const kept = form.get('kept');
      const isOurs = isOurOrigin(request, publicUrl) && (await open(kept)) !== undefined;
      return { form, expired: { kept: isOurs ? kept : undefined } };
    },
  };
}

export const ownerIdOf = (form: Form) => Number(form.get(OWNER_FIELD)) || 0;
