import type { ResponseHeader } from '../http/operation.ts';

type HeaderDocs = { description: string; schema: { type: 'string' | 'integer' } };

/** Headers of every response to an authenticated request. */
export const commonHeaders = {
  'X-Request-Id': { description: 'Id of the request. Include it in support requests.', schema: { type: 'string' } },
  'X-RateLimit-Limit': { description: 'Requests allowed per minute in this quota.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': {
    description: 'Requests remaining in the current minute.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: 'Start of the next minute as Unix time in seconds.',
    schema: { type: 'integer' },
  },
} as const satisfies Record<string, HeaderDocs>;

export const responseHeaders: Readonly<Record<ResponseHeader, HeaderDocs>> = {
  ETag: {
    description: 'Version of the response, for `If-None-Match` and, except for lists, `If-Match`.',
    schema: { type: 'string' },
  },
  Location: { description: 'Path of the new resource.', schema: { type: 'string' } },
  Link: {
    description:
      'Paths of the first, previous, next and, if the total is exact, last page (RFC 8288). Each needs its own signature.',
    schema: { type: 'string' },
  },
  'X-Total-Count': { description: 'Total number of items, up to 10,000.', schema: { type: 'integer' } },
  'X-Total-Count-At-Least': {
    description:
      'Replaces `X-Total-Count` if there are more than 10,000 items. Less than 10,000 if several filters each match more items.',
    schema: { type: 'integer' },
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  Deprecation: { description: 'Date of the deprecation (RFC 9745).', schema: { type: 'string' } },
  Sunset: {
    description: 'Date from which the operation may no longer exist (RFC 8594).',
    schema: { type: 'string' },
  },
  'Content-Range': { description: 'Range and total size of the file (RFC 9110).', schema: { type: 'string' } },
  'Content-Disposition': { description: 'Name of the file.', schema: { type: 'string' } },
};
