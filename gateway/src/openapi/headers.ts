import type { ResponseHeader } from '../http/operation.ts';

type HeaderWords = { description: string; schema: { type: 'string' | 'integer' } };

/** Headers of every answer to an authenticated call. */
export const commonHeaders = {
  'X-Request-Id': { description: 'Names this call in our logs.', schema: { type: 'string' } },
  'X-RateLimit-Limit': { description: 'Calls of this type allowed in a minute.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': {
    description: 'Calls of this type still possible in this minute.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: 'Unix time in seconds at which the next minute starts.',
    schema: { type: 'integer' },
  },
} as const satisfies Record<string, HeaderWords>;

export const responseHeaders: Readonly<Record<ResponseHeader, HeaderWords>> = {
  ETag: { description: 'The revision; for If-None-Match and If-Match.', schema: { type: 'string' } },
  Location: { description: 'Path of what was made.', schema: { type: 'string' } },
  Link: {
    description: 'Paths of the first, previous, next and last page (RFC 8288), to be signed anew.',
    schema: { type: 'string' },
  },
  'X-Total-Count': { description: 'How many there are in all.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds after which trying again makes sense.', schema: { type: 'integer' } },
  Deprecation: { description: 'Since when the call is deprecated (RFC 9745).', schema: { type: 'string' } },
  'Content-Range': { description: 'Which bytes of how many these are (RFC 9110).', schema: { type: 'string' } },
  'Content-Disposition': { description: 'The file’s name.', schema: { type: 'string' } },
};
