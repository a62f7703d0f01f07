import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
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

const brotliInThread = promisify(brotliCompress);
const gzipInThread = promisify(gzip);

/** Up to this size, a thread costs more than the compression, which takes less than 0.1 ms. */
const MAX_SYNC_BYTES = 16 * 1024;
const FAST_GZIP = 3;
const fastBrotli = (body: Buffer) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    // Limits the memory of an encoder.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
});

/** Compresses a response that is compressed for each request. */
export function encodeFast(body: Buffer, coding: ContentCoding): Buffer | Promise<Buffer> {
  const isSync = body.length <= MAX_SYNC_BYTES;
  if (coding === 'gzip') return (isSync ? gzipSync : gzipInThread)(body, { level: FAST_GZIP });
  return (isSync ? brotliCompressSync : brotliInThread)(body, fastBrotli(body));
}

/** Compresses a file. The maximum quality of Brotli takes eight times as long for 7 percent. */
export function encodeFile(body: Buffer, coding: ContentCoding): Promise<Buffer> {
  if (coding === 'gzip') return gzipInThread(body, { level: 9 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return brotliInThread(body, { params });
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
