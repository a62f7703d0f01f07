import type { Request, Response } from 'express';
import { isNotModified } from '../entity-tag.ts';
import { VitaeError } from '../errors.ts';
import { addFlatValue, setFlatHeader, takePendingHeaders } from './response-headers.ts';

/** Returns a signal that is aborted when the client disconnects before it receives the whole response. */
export function abortOnDisconnect({ res: response }: Request): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(new VitaeError('CANCELLED', 'request_aborted', 'The client disconnected.'));
  if (response?.destroyed) abort();
  response?.once('close', abort);
  return controller.signal;
}

/** Headers in addition to the common ones. */
export type ResponseHeaders = Record<string, string | number>;

/** A response whose body is in memory. */
export type BufferedResponse = { status: number; headers: ResponseHeaders; body: Buffer | string };

/** A response that is forwarded from another server. `stream` resolves when it ends. */
export type StreamedResponse = { stream(request: Request, response: Response): Promise<void> };

export type ApiResponse = BufferedResponse | StreamedResponse;

const JSON_TYPE = 'application/json; charset=utf-8';

export function jsonResponse(value: unknown, status = 200, headers: ResponseHeaders = {}): BufferedResponse {
  return { status, headers: { 'Content-Type': JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}

/** Responds to a read with serialized JSON. The ETag is the revision; responds 304 if `ifNoneMatch` matches it. */
export function documentResponse(json: Buffer, revision: number, ifNoneMatch: string | undefined): BufferedResponse {
  return etagResponse(json, `"${revision}"`, ifNoneMatch);
}

/** Responds to a read with serialized JSON and an ETag, or with 304 if `ifNoneMatch` matches it. */
export function etagResponse(json: Buffer, etag: string, ifNoneMatch: string | undefined): BufferedResponse {
  if (isNotModified(ifNoneMatch, etag)) return { status: 304, headers: { ETag: etag }, body: '' };
  return savedResponse(json, etag);
}

/** Responds to a write with the new JSON of the document and the ETag of its revision. */
export function savedDocumentResponse(
  { json, revision }: { json: Buffer; revision: number },
  status = 200,
  headers: ResponseHeaders = {},
): BufferedResponse {
  return savedResponse(json, `"${revision}"`, status, headers);
}

/** Responds to a write with the new JSON and its ETag. */
export function savedResponse(
  json: Buffer,
  etag: string,
  status = 200,
  headers: ResponseHeaders = {},
): BufferedResponse {
  return { status, headers: { 'Content-Type': JSON_TYPE, ETag: etag, ...headers }, body: json };
}

/** Responds with serialized JSON that has no revision, such as a list. */
export function jsonBytesResponse(json: Buffer, headers: ResponseHeaders = {}): BufferedResponse {
  return { status: 200, headers: { 'Content-Type': JSON_TYPE, ...headers }, body: json };
}

export function noContent(): BufferedResponse {
  return { status: 204, headers: {}, body: '' };
}

export function textResponse(text: string, status: number, headers: ResponseHeaders = {}): BufferedResponse {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body: text };
}

/** Returns the links that were set with Express, for the beginning of the header. */
function linksBefore(response: Response): string {
  const links = response.getHeader('Link');
  return links === undefined ? '' : `${links}, `;
}

export function sendResponse(response: Response, { status, headers, body }: BufferedResponse): void {
  const all = takePendingHeaders(response) ?? [];
  for (const name in headers) {
    const value = String(headers[name]);
    if (name === 'Link') addFlatValue(all, name, linksBefore(response) + value);
    else setFlatHeader(all, name, value);
  }
  if (status !== 304 && status !== 204) all.push('Content-Length', String(Buffer.byteLength(body)));
  response.writeHead(status, all);
  response.end(body);
}
