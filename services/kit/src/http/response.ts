import { STATUS_CODES } from 'node:http';
import type { Request, Response } from 'express';
import { isNotModified } from '../entity-tag.ts';
import { httpStatus, VitaeError } from '../errors.ts';
import { setFlatHeader, takePendingHeaders } from './response-headers.ts';

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

export function textResponse(text: string, status: number): BufferedResponse {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: text };
}

/** Responds with `{error: {code, message, details}}`, or with a problem document (RFC 9457) if `accept` asks for it. */
export function errorResponse(
  error: VitaeError,
  accept: string | undefined,
  status = error.status ?? httpStatus(error),
): BufferedResponse {
  const headers = error.retryAfter === undefined ? {} : { 'Retry-After': Math.max(1, Math.ceil(error.retryAfter)) };
  const details = error.details.length > 0 ? { details: error.details } : {};
  if (accept?.includes('application/problem+json')) {
    const problem = {
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      detail: error.message,
      reason: error.reason,
      ...details,
    };
    return {
      status,
      headers: { ...headers, 'Content-Type': 'application/problem+json; charset=utf-8' },
      body: JSON.stringify(problem),
    };
  }
  return jsonResponse({ error: { code: status, message: error.message, ...details } }, status, headers);
}

export function sendResponse(response: Response, { status, headers, body }: BufferedResponse): void {
  const all = takePendingHeaders(response) ?? [];
  for (const name in headers) setFlatHeader(all, name, String(headers[name]));
  if (status !== 304 && status !== 204) all.push('Content-Length', String(Buffer.byteLength(body)));
  response.writeHead(status, all);
  response.end(body);
}
