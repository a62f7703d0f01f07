import type { Json } from '../../support/company-api.ts';
import { expectRejected, type TestInput } from './attempts.ts';
import type { ValidRequest } from './owner-requests.ts';

const withBody =
  (make: (body: Record<string, Json>) => { description: string; body: unknown; contentType?: string }[]) =>
  ({ body }: ValidRequest) =>
    body ? make(body).map(({ description, ...options }) => ({ description, options })) : [];

const fieldsOf = (body: Record<string, Json>) => Object.keys(body);
/** Filters, sorts and nested fields of a CV have separate tests. */
const invalidValues: Record<string, unknown> = {
  'an object': { a: 1 },
  'a MongoDB operator': { $gt: '' },
  'an array of arrays': [[1]],
  'another operator': { $where: 'sleep(1000)' },
};

/** Bodies that every request rejects. */
export function badBodies(given: () => TestInput): void {
  test('are rejected if they are not an object', () =>
    expectRejected(
      given(),
      withBody(() => ['[]', '"text"', '1', 'null', 'true', '[{}]'].map((body) => ({ description: body, body }))),
      400,
    ));

  test('are rejected with the name of an unknown field', () =>
    expectRejected(
      given(),
      withBody((body) =>
        ['bogus', '$set', '$where', 'constructor', 'prototype', 'hasOwnProperty', 'a.b', ''].map((name) => ({
          description: name,
          body: { ...body, [name]: 1 },
        })),
      ),
      400,
    ));

  test('are rejected if they contain __proto__', () =>
    expectRejected(
      given(),
      withBody((body) => [
        { description: '__proto__', body: JSON.stringify(body).replace('{', '{"__proto__":{"admin":true},') },
      ]),
      400,
    ));

  test('are rejected with the name of a field that has a wrong type or a MongoDB operator', () =>
    expectRejected(
      given(),
      withBody((body) =>
        fieldsOf(body).flatMap((field) =>
          Object.entries(invalidValues)
            .filter(([description]) => field !== 'translations' || description !== 'an array of arrays')
            .map(([description, value]) => ({
              description: `${description} in ${field}`,
              body: { ...body, [field]: value },
            })),
        ),
      ),
      400,
      true,
    ));

  test('are rejected if text and number are swapped', () =>
    expectRejected(
      given(),
      withBody((body) =>
        fieldsOf(body)
          .filter((field) => ['string', 'number'].includes(typeof body[field]) && field !== 'reset')
          .map((field) => ({
            description: field,
            body: { ...body, [field]: typeof body[field] === 'string' ? 12 : 'twelve' },
          })),
      ),
      400,
      true,
    ));

  test('are rejected if a text is too long', () =>
    expectRejected(
      given(),
      withBody((body) =>
        fieldsOf(body)
          .filter((field) => typeof body[field] === 'string')
          .map((field) => ({ description: field, body: { ...body, [field]: 'x'.repeat(30_000) } })),
      ),
      400,
      true,
    ));

  test('are rejected if they are invalid UTF-8 or JSON, nested too deeply or contain a field twice', () =>
    expectRejected(
      given(),
      withBody((body) => [
        {
          description: 'invalid UTF-8',
          body: Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
        },
        {
          description: 'a form of invalid UTF-8',
          body: 'title=%C3%28',
          contentType: 'application/x-www-form-urlencoded',
        },
        { description: 'truncated', body: JSON.stringify(body).slice(0, -1) },
        { description: 'nested 10,000 deep', body: `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}` },
        {
          description: 'a name twice',
          body: JSON.stringify(body).replace('{', `{${JSON.stringify(fieldsOf(body)[0])}:1,`),
        },
        { description: 'a field of a form twice', body: 'a=1&a=2', contentType: 'application/x-www-form-urlencoded' },
      ]),
      400,
    ));

  test('are rejected if they are XML that the endpoint does not accept', async () => {
    const xml = withBody(() => [{ description: 'XML', body: '<a>1</a>', contentType: 'text/xml' }]);
    const acceptsXml = ({ name }: ValidRequest) => name.startsWith('metadata.');
    await expectRejected(given(), (request) => (acceptsXml(request) ? [] : xml(request)), 415);
    await expectRejected(given(), (request) => (acceptsXml(request) ? xml(request) : []), 400);
  });

  test('are rejected if their content type is unsupported', () =>
    expectRejected(
      given(),
      withBody(() => [
        { description: 'binary', body: Buffer.from([0x1f, 0x8b, 0x08, 0]), contentType: 'application/octet-stream' },
        {
          description: 'multipart',
          body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
          contentType: 'multipart/form-data; boundary=x',
        },
      ]),
      415,
    ));

  test('are rejected if they are larger than 1 MB, or than a picture of 5 MB in base64', () =>
    expectRejected(
      given(),
      withBody((body) => {
        const megabytes = 'image' in body ? 7 : 1;
        return [{ description: `${megabytes} MB and a byte`, body: `{"a":"${'x'.repeat(megabytes * 1024 * 1024)}"}` }];
      }),
      413,
    ));
}
