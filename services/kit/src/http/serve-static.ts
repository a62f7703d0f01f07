import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { isNotModified } from '../entity-tag.ts';
import { codingOf, encodedTag, encodeFile, notModifiedTag, withoutCodings } from './content-coding.ts';

/** Formats that are compressed already stay as they are. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|javascript|xml)|image\/svg\+xml)/;

/**
 * Serves content that is the same for everyone, with an ETag. It is read and compressed when a client first asks for it,
 * and kept in memory. `headers` has at least a `Content-Type`.
 */
export function serveStatic(
  content: Buffer | (() => Promise<Buffer>),
  headers: Readonly<Record<string, string>> & { 'Content-Type': string },
): RequestHandler {
  const isCompressible = COMPRESSIBLE.test(headers['Content-Type']);
  const read = once(async () => {
    const body = Buffer.isBuffer(content) ? content : await content();
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  });
  const encoded = {
    br: once(async () => encodeFile((await read()).body, 'br')),
    gzip: once(async () => encodeFile((await read()).body, 'gzip')),
  };
  return async (request, response) => {
    const coding = isCompressible ? codingOf(request.headers) : undefined;
    const tags = request.headers['if-none-match'];
    const { body, etag } = await read();
    response.set(headers);
    if (isCompressible) response.vary('Accept-Encoding');
    if (isNotModified(tags && withoutCodings(tags), etag))
      return void response
        .status(304)
        .set('ETag', notModifiedTag(tags, etag, coding))
        .end();
    const sent = coding ? await encoded[coding]() : body;
    if (coding) response.set({ 'Content-Encoding': coding, ETag: encodedTag(etag, coding) });
    else response.set('ETag', etag);
    response.send(sent);
  };
}

/** Returns the result of the first call that succeeds. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= load().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
