import { hash } from 'node:crypto';
import { isNotModified } from '@vitae/kit/entity-tag';
import { type BufferedResponse, jsonBytesResponse, type ResponseHeaders } from '@vitae/kit/http/response';
import type { z } from 'zod';
import { type Paging, pagingHeaders } from './paging.ts';
import type { RequestContext } from './request-context.ts';

/** A page of a list. `json` is a JSON array that is passed through unchanged. */
type ListPage = { json: Buffer; total: number; atLeast?: boolean; next: string };

/** A page as an array, with paging information in the headers. */
export function listResponse(
  context: RequestContext & { query: Paging },
  query: z.ZodObject,
  page: ListPage,
): BufferedResponse {
  return taggedResponse(context, page.json, pagingHeaders(context, query, page));
}

/**
 * Responds to a GET with serialized JSON that has no revision, such as a list. Its ETag is a digest of the content. A 304
 * has the same headers.
 */
export function taggedResponse(
  { request }: Pick<RequestContext, 'request'>,
  json: Buffer,
  headers: ResponseHeaders = {},
): BufferedResponse {
  const etag = `"${hash('sha256', json, 'base64url').slice(0, 22)}"`;
  if (isNotModified(request.headers['if-none-match'], etag))
    return { status: 304, headers: { ...headers, ETag: etag }, body: '' };
  return jsonBytesResponse(json, { ...headers, ETag: etag });
}

/** Serializes an object. Buffers contain JSON. */
export function jsonObject(members: Record<string, Buffer | string | number | null>): Buffer {
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(members)) {
    parts.push(
      Buffer.from(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`),
      Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value)),
    );
  }
  return Buffer.concat([...parts, Buffer.from('}')]);
}
