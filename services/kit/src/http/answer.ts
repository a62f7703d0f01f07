import { STATUS_CODES } from 'node:http';
import type { Request, Response } from 'express';
import { isNotModified } from '../entity-tag.ts';
import { httpStatus, type VitaeError } from '../errors.ts';
import { gatheredHeaders, putHeader } from './answer-headers.ts';

/** Headers that an answer adds to those of every answer. */
export type AnswerHeaders = Record<string, string | number>;

/** An answer that is there as a whole. */
export type WholeAnswer = { status: number; headers: AnswerHeaders; body: Buffer | string };

/** An answer that another server's bytes are passed into; resolves when it is through. */
export type StreamedAnswer = { stream(request: Request, response: Response): Promise<void> };

export type Answer = WholeAnswer | StreamedAnswer;

const JSON_TYPE = 'application/json; charset=utf-8';

export function jsonAnswer(value: unknown, status = 200, headers: AnswerHeaders = {}): WholeAnswer {
  return { status, headers: { 'Content-Type': JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}

/** JSON that is bytes already, passed through as it is. `revision` makes the ETag. */
export function documentAnswer(json: Buffer, revision: number, ifNoneMatch: string | undefined): WholeAnswer {
  return etagAnswer(json, `"${revision}"`, ifNoneMatch);
}

/** JSON bytes under an ETag; 304 for a client that has them. */
export function etagAnswer(json: Buffer, etag: string, ifNoneMatch: string | undefined): WholeAnswer {
  if (isNotModified(ifNoneMatch, etag)) return { status: 304, headers: { ETag: etag }, body: '' };
  return { status: 200, headers: { 'Content-Type': JSON_TYPE, ETag: etag }, body: json };
}

/** A document that was made or changed: its JSON as it is now, with the ETag of its revision. */
export function changedAnswer(
  { json, revision }: { json: Buffer; revision: number },
  status = 200,
  headers: AnswerHeaders = {},
): WholeAnswer {
  return taggedAnswer(json, `"${revision}"`, status, headers);
}

/** What was made or changed, under an ETag. */
export function taggedAnswer(json: Buffer, etag: string, status = 200, headers: AnswerHeaders = {}): WholeAnswer {
  return { status, headers: { 'Content-Type': JSON_TYPE, ETag: etag, ...headers }, body: json };
}

/** JSON that is bytes already and has no revision of its own, as a list. */
export function bytesAnswer(json: Buffer, headers: AnswerHeaders = {}): WholeAnswer {
  return { status: 200, headers: { 'Content-Type': JSON_TYPE, ...headers }, body: json };
}

export function noContent(): WholeAnswer {
  return { status: 204, headers: {}, body: '' };
}

export function textAnswer(text: string, status: number): WholeAnswer {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: text };
}

/** `{error:{code, message, details}}`, or RFC 9457 for those who ask for it (decisions §10). */
export function errorAnswer(
  error: VitaeError,
  accept: string | undefined,
  status = error.status ?? httpStatus(error),
): WholeAnswer {
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
  return jsonAnswer({ error: { code: status, message: error.message, ...details } }, status, headers);
}

export function send(response: Response, { status, headers, body }: WholeAnswer): void {
  const all = gatheredHeaders(response) ?? [];
  for (const name in headers) putHeader(all, name, String(headers[name]));
  if (status !== 304 && status !== 204) all.push('Content-Length', String(Buffer.byteLength(body)));
  response.writeHead(status, all);
  response.end(body);
}
