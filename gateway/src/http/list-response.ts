import { type BufferedResponse, jsonBytesResponse } from '@vitae/kit/http/response';
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
  return jsonBytesResponse(page.json, pagingHeaders(context, query, page));
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
