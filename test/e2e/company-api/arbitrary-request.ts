import fc from 'fast-check';
import type { RequestOptions } from '../../support/company-api.ts';
import type { Fixtures, ValidRequest } from './owner-requests.ts';
import { validRequests } from './valid-requests.ts';

export type RandomRequest = { method: string; path: string; options: RequestOptions };

/** Text that is known to break parsers, queries or pages. */
const hostile = fc.constantFrom(
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'null',
  'true',
  '$ne',
  '{"$gt":""}',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  '\u202e',
  '😀',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '[]',
  '{}',
  'é'.repeat(300),
  '9'.repeat(30),
  '2024-02-30',
  '@',
  '@-1',
  '*',
  '.*',
  '(a+)+$',
);

const text = fc.oneof(hostile, fc.string({ maxLength: 40, unit: 'grapheme' }), fc.integer().map(String));
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  text,
  fc.constantFrom({ $gt: '' }, { $where: '1' }, { $ne: null }, [[]], [{}], -1, 0, 1e308, Number.MAX_SAFE_INTEGER),
);

/** Generates requests that are mostly valid, with random values in some parts. */
export function randomRequests(ours: readonly Fixtures[], theirs: Fixtures): fc.Arbitrary<RandomRequest> {
  const ids = [...ours.slice(0, 5), theirs]
    .flatMap((one) => Object.values(one))
    .concat(999_999_999)
    .map(String);
  // Deletions are rare to preserve the fixtures. Pictures and password hashes are slow.
  const isRare = ({ method, body = {} }: ValidRequest) => method === 'DELETE' || 'image' in body || 'password' in body;
  const requests = ours.flatMap(validRequests).filter((request, index) => !isRare(request) || index % 6 === 0);
  const segment = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: text.map(encodeSegment) },
  );
  return fc
    .constantFrom(...requests)
    .chain((request) =>
      fc.record({
        method: fc.oneof(
          { weight: 30, arbitrary: fc.constant(request.method) },
          { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE') },
        ),
        path: pathOf(request, segment),
        options: optionsOf(request),
      }),
    )
    .map(({ method, path, options }) => {
      const { body: _body, ...bodiless } = options;
      return { method, path, options: method === 'GET' ? bodiless : options };
    });
}

/** Encodes a path segment; a lone surrogate cannot be encoded. */
function encodeSegment(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/^\.+$/, 'dots') || 'empty';
}

function pathOf({ path }: ValidRequest, segment: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const match = /^(\/api\/v1\/(?:svc\/|dyb\/)?(?:users|user|cv|tags|exports|employmentpreferences)\/)([^/]+)(.*)$/.exec(
    path,
  );
  if (!match) return fc.constant(path);
  const [, before = '', own = '', after = ''] = match;
  const last = after.replace(/json$/, '');
  const tail =
    last === after ? fc.constant(after) : fc.constantFrom('json', 'txt', 'gif', 'PDF').map((format) => last + format);
  const id = fc.oneof({ weight: 2, arbitrary: fc.constant(own) }, { weight: 1, arbitrary: segment });
  return fc.tuple(id, tail).map(([value, end]) => before + value + end);
}

function optionsOf({ query = {}, body }: ValidRequest): fc.Arbitrary<RequestOptions> {
  const names = [...Object.keys(query), 'page', 'limit', 'cursor', 'isIdOrigin', 'term', 'filter', 'kind', 'tags'];
  const changed = fc.dictionary(
    fc.constantFrom(...names),
    text.map((value) => value.toWellFormed()),
    { maxKeys: 2 },
  );
  const withQuery = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: changed });
  return fc.record({
    query: withQuery.map((more) => ({ ...query, ...more })),
    headers,
    ...(body ? { body: bodyLike(body), contentType } : {}),
  });
}

const headers = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { 'If-Match': '"1"' },
      { 'If-Match': '*' },
      { 'If-Match': ',"",W/"1"' },
      { 'If-None-Match': '*' },
      { 'Idempotency-Key': 'random' },
      { 'Idempotency-Key': 'x'.repeat(256) },
      { Accept: 'application/problem+json' },
      { Prefer: 'respond-async' },
      { 'X-Request-Id': '../../../../etc' },
    ),
  },
);

const contentType = fc.oneof(
  { weight: 3, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom('text/xml', 'application/x-www-form-urlencoded', 'text/plain', null) },
);

function bodyLike(body: Record<string, unknown>): fc.Arbitrary<unknown> {
  const names = Object.keys(body);
  const name = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: text });
  const replaced = fc
    .dictionary(name, json, { maxKeys: 2, noNullPrototype: true })
    .map((more) => ({ ...body, ...more }));
  const form = fc
    .dictionary(
      fc.oneof(
        name,
        name.map((one) => `${one}[]`),
        name.map((one) => `${one}[$ne]`),
      ),
      text,
      { maxKeys: 3 },
    )
    .map((fields) => new URLSearchParams(fields));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(body) },
    { weight: 6, arbitrary: replaced },
    { weight: 2, arbitrary: form },
    { weight: 1, arbitrary: fc.json({ maxDepth: 6 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '<a/>', 'a=1&a=2', '{"a":1,"a":2}', '{"__proto__":{}}', '\u0000'),
    },
  );
}
