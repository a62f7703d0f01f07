import type { Json } from '../../support/company-api.ts';
import { type Given, refused } from './attempts.ts';
import type { ValidCall } from './valid-requests.ts';

const withBody =
  (make: (body: Record<string, Json>) => { what: string; body: unknown; contentType?: string }[]) =>
  (call: ValidCall) =>
    call.body ? make(call.body).map(({ what, ...options }) => ({ what, options })) : [];

const fieldsOf = (body: Record<string, Json>) => Object.keys(body);
/** Filters and sorts are checked by their own tests; the CV refuses deeper than its first level too. */
const wrongValues: Record<string, unknown> = {
  'an object': { a: 1 },
  'a MongoDB operator': { $gt: '' },
  'an array of arrays': [[1]],
  'another operator': { $where: 'sleep(1000)' },
};

/** Bodies that no call takes. */
export function badBodies(given: () => Given): void {
  test('that are no object', () =>
    refused(
      given(),
      withBody(() => ['[]', '"text"', '1', 'null', 'true', '[{}]'].map((body) => ({ what: body, body }))),
      400,
    ));

  test('with an unknown field, which is named', () =>
    refused(
      given(),
      withBody((body) =>
        ['bogus', '$set', '$where', 'constructor', 'prototype', 'hasOwnProperty', 'a.b', ''].map((name) => ({
          what: name,
          body: { ...body, [name]: 1 },
        })),
      ),
      400,
    ));

  test('with __proto__', () =>
    refused(
      given(),
      withBody((body) => [
        { what: '__proto__', body: JSON.stringify(body).replace('{', '{"__proto__":{"admin":true},') },
      ]),
      400,
    ));

  test('with a value of the wrong type or a MongoDB operator in any field, which is named', () =>
    refused(
      given(),
      withBody((body) =>
        fieldsOf(body).flatMap((field) =>
          Object.entries(wrongValues)
            .filter(([what]) => field !== 'translations' || what !== 'an array of arrays')
            .map(([what, value]) => ({ what: `${what} in ${field}`, body: { ...body, [field]: value } })),
        ),
      ),
      400,
      true,
    ));

  test('with a number where text belongs and text where a number belongs', () =>
    refused(
      given(),
      withBody((body) =>
        fieldsOf(body)
          .filter((field) => ['string', 'number'].includes(typeof body[field]) && field !== 'reset')
          .map((field) => ({
            what: field,
            body: { ...body, [field]: typeof body[field] === 'string' ? 12 : 'twelve' },
          })),
      ),
      400,
      true,
    ));

  test('with text that is too long', () =>
    refused(
      given(),
      withBody((body) =>
        fieldsOf(body)
          .filter((field) => typeof body[field] === 'string')
          .map((field) => ({ what: field, body: { ...body, [field]: 'x'.repeat(30_000) } })),
      ),
      400,
      true,
    ));

  test('that are not UTF-8, not JSON, nested too deep, or name a field twice', () =>
    refused(
      given(),
      withBody((body) => [
        {
          what: 'invalid UTF-8',
          body: Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
        },
        { what: 'a form of invalid UTF-8', body: 'title=%C3%28', contentType: 'application/x-www-form-urlencoded' },
        { what: 'cut off', body: JSON.stringify(body).slice(0, -1) },
        { what: 'nested 10,000 deep', body: `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}` },
        { what: 'a name twice', body: JSON.stringify(body).replace('{', `{${JSON.stringify(fieldsOf(body)[0])}:1,`) },
        { what: 'a field of a form twice', body: 'a=1&a=2', contentType: 'application/x-www-form-urlencoded' },
      ]),
      400,
    ));

  test('that are XML, where a call does not take it, or not this', async () => {
    const xml = withBody(() => [{ what: 'XML', body: '<a>1</a>', contentType: 'text/xml' }]);
    const takesXml = ({ name }: ValidCall) => name.startsWith('metadata.');
    await refused(given(), (call) => (takesXml(call) ? [] : xml(call)), 415);
    await refused(given(), (call) => (takesXml(call) ? xml(call) : []), 400);
  });

  test('that cannot be read at all', () =>
    refused(
      given(),
      withBody(() => [
        { what: 'binary', body: Buffer.from([0x1f, 0x8b, 0x08, 0]), contentType: 'application/octet-stream' },
        {
          what: 'multipart',
          body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
          contentType: 'multipart/form-data; boundary=x',
        },
      ]),
      415,
    ));

  test('that are larger than 1 MB, of a picture larger than what 5 MB are in base64', () =>
    refused(
      given(),
      withBody((body) => {
        const megabytes = 'image' in body ? 7 : 1;
        return [{ what: `${megabytes} MB and a byte`, body: `{"a":"${'x'.repeat(megabytes * 1024 * 1024)}"}` }];
      }),
      413,
    ));
}
