import { type BufferedResponse, jsonBytesResponse } from '@vitae/kit/http/response';
import type { z } from 'zod';
import { type Paging, pagingHeaders } from './paging.ts';
import type { RequestContext } from './request-context.ts';

/** A page of a list: `json` is an array of public shapes, passed through as it is. */
export type ListPage = { json: Buffer; total: number; next: string };

/** The array alone; everything else about the list is in the headers. */
export function listResponse(
  context: RequestContext & { query: Paging },
  query: z.ZodObject,
  page: ListPage,
): BufferedResponse {
  return jsonBytesResponse(page.json, pagingHeaders(context, query, page));
}

/** The whole of a list that has no pages. */
export function wholeListResponse({ json, total }: ListPage): BufferedResponse {
  return jsonBytesResponse(json, { 'X-Total-Count': total });
}

/** A JSON object with these members in this order; a Buffer is JSON already. */
export function objectOf(members: Record<string, Buffer | string | number | null>): Buffer {
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(members)) {
    parts.push(
      Buffer.from(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`),
      Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value)),
    );
  }
  return Buffer.concat([...parts, Buffer.from('}')]);
}
