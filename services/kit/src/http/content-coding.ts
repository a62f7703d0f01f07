import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { isNotModified } from '../entity-tag.ts';

/*
 * Compression of responses (RFC 9110 section 8.4). The length of a compressed response reveals which texts in it are
 * equal, so that someone who can choose one text and observe the length can guess another (BREACH). Therefore nothing is
 * compressed by default. Only two kinds of responses are: files that are the same for everyone (serve-static.ts), and
 * the responses of the operations in the gateway's compressible-operations.ts, which contain no secrets.
 */

/** In the order of preference. */
const codings = ['br', 'gzip'] as const;
export type ContentCoding = (typeof codings)[number];

/** Real clients send less than 100 characters. */
const MAX_HEADER_LENGTH = 512;

/** Returns the coding that a client prefers; undefined for none. */
export function codingOf(headers: IncomingHttpHeaders): ContentCoding | undefined {
  const { 'accept-encoding': accepted } = headers;
  if (!accepted || accepted.length > MAX_HEADER_LENGTH) return undefined;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } }) as PreferringNegotiator;
  const preferred = negotiator.encoding([...codings, 'identity'], { preferred: codings });
  return codings.find((coding) => coding === preferred);
}

// The types of negotiator lack the second parameter.
type PreferringNegotiator = {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
};

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** `effort` is `low` for responses that are compressed once per request, and `high` for files. */
export function encodeBody(body: Buffer, coding: ContentCoding, effort: 'low' | 'high'): Promise<Buffer> {
  if (coding === 'gzip') return deflate(body, { level: effort === 'low' ? 3 : 9 });
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort === 'low' ? 4 : 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // Limits the memory of an encoder to about 1 MB.
      [constants.BROTLI_PARAM_LGWIN]: effort === 'low' ? 18 : constants.BROTLI_DEFAULT_WINDOW,
    },
  });
}

/** Returns the ETag of an encoded representation, which differs from the others (RFC 9110 section 8.8.3.3). */
export function encodedTag(etag: string, coding: ContentCoding): string {
  return etag.replace(/"$/, `+${coding}"`);
}

const CODING_OF_TAG = /\+(?:br|gzip)"/g;

/** Returns ETags in the form that they have without a content coding. */
export function withoutCodings(tags: string): string {
  return tags.includes('+') ? tags.replace(CODING_OF_TAG, '"') : tags;
}

/** Returns the ETag of a 304: the encoded one if the client sent it. `tags` is If-None-Match. */
export function notModifiedTag(tags: string | undefined, etag: string, coding: ContentCoding | undefined): string {
  const encoded = coding && encodedTag(etag, coding);
  return encoded && tags !== '*' && isNotModified(tags, encoded) ? encoded : etag;
}
