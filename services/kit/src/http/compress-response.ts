import type { Request, Response } from 'express';
import { codingOf, encodedTag, encodeFast, notModifiedTag, withoutCodings } from './content-coding.ts';
import type { BufferedResponse } from './response.ts';
import { addVary } from './response-headers.ts';

/** Smaller bodies fit into one packet. */
const MIN_BYTES = 1024;
/** The threads that Node has for such work by default. */
const MAX_CONCURRENT = 4;

/** Compresses the response to one request if the client accepts it. Call it only for responses without secrets. */
export type Compress = (buffered: BufferedResponse) => Promise<BufferedResponse>;

/**
 * Returns a function that prepares a request: its conditions then have the ETags without codings, so that handlers need
 * not know about compression. While too many bodies are being compressed, others are sent as they are.
 */
export function createCompression(maxConcurrent = MAX_CONCURRENT): (request: Request, response: Response) => Compress {
  let running = 0;
  return ({ headers }, response) => {
    const { 'if-none-match': tags, 'if-match': required } = headers;
    if (tags !== undefined) headers['if-none-match'] = withoutCodings(tags);
    if (required !== undefined) headers['if-match'] = withoutCodings(required);
    return async (buffered) => {
      const { status, body } = buffered;
      addVary(response, 'Accept-Encoding');
      const coding = codingOf(headers);
      if (status === 304) return withTag(buffered, (etag) => notModifiedTag(tags, etag, coding));
      if (!coding || status !== 200 || Buffer.byteLength(body) < MIN_BYTES || running >= maxConcurrent) return buffered;
      running += 1;
      try {
        const encoded = await encodeFast(Buffer.isBuffer(body) ? body : Buffer.from(body), coding);
        const tagged = withTag(buffered, (etag) => encodedTag(etag, coding));
        return { ...tagged, headers: { ...tagged.headers, 'Content-Encoding': coding }, body: encoded };
      } finally {
        running -= 1;
      }
    };
  };
}

function withTag(buffered: BufferedResponse, tagOf: (etag: string) => string): BufferedResponse {
  const { ETag: etag } = buffered.headers;
  return etag === undefined ? buffered : { ...buffered, headers: { ...buffered.headers, ETag: tagOf(String(etag)) } };
}
