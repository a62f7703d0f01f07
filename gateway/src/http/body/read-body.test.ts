import { VitaeError } from '@vitae/kit/errors';
import { cvInput } from '@vitae/proto/cv-data';
import { tagInput } from '@vitae/proto/tag';
import type { Request } from 'express';
import fc from 'fast-check';
import { z } from 'zod';
import { createBodyReader } from './read-body.ts';

const schema = z
  .strictObject({
    title: z.string(),
    type: z.int(),
    id_origin: z.string().min(1).nullable(),
    rank: z.boolean().nullable(),
    note: z.string().nullable(),
    tags: z.union([z.int(), z.array(z.int())]),
    reset: z.union([z.boolean(), z.literal(0), z.literal(1)]),
    translations: z.record(z.string(), z.string()),
  })
  .partial();

const read = createBodyReader(schema);

function request(body: string | Buffer, contentType?: string, encoding?: string): Request {
  return {
    body: Buffer.from(body as string),
    headers: { 'content-type': contentType, 'content-encoding': encoding },
  } as unknown as Request;
}

function refusal(body: string | Buffer, contentType?: string, encoding?: string): VitaeError {
  try {
    read(request(body, contentType, encoding));
  } catch (error) {
    if (error instanceof VitaeError) return error;
    throw error;
  }
  throw new Error('Nothing was refused');
}

describe('what a body is, is seen from its first byte', () => {
  const labels = [
    undefined,
    '',
    'application/json',
    'application/x-www-form-urlencoded',
    'text/xml',
    'text/plain; charset=iso-8859-1',
    'application/octet-stream',
  ];
  test.each(labels)('JSON under the label %s', (label) => {
    expect(read(request(' \r\n{"title":"é","type":3}', label))).toEqual({ title: 'é', type: 3 });
    expect(read(request('\uFEFF{"title":"x"}', label))).toEqual({ title: 'x' });
  });
  test.each(labels)('a form under the label %s', (label) => {
    expect(read(request('title=caf%C3%A9+cr%C3%A8me&type=3', label))).toEqual({ title: 'café crème', type: 3 });
  });
  test.each(labels)('nothing under the label %s', (label) => {
    expect(read(request('', label))).toBeUndefined();
    expect(read(request(' \n', label))).toBeUndefined();
  });
  test('XML is refused with what to send instead', () => {
    expect(refusal('<tag><title>x</title></tag>', 'text/xml')).toMatchObject({
      status: 415,
      reason: 'unsupported_body',
    });
  });
  test.each([
    ['words', 'hello world', 'text/plain'],
    [
      'a multipart form',
      '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n--x--',
      'multipart/form-data; boundary=x',
    ],
    ['binary', Buffer.from([0x1f, 0x8b, 8, 0]), undefined],
  ])('%s cannot be read at all', (_what, body, label) => {
    expect(refusal(body, label).status).toBe(415);
  });
  test('a compressed body is not taken for a form', () => {
    expect(refusal('title=x', 'application/x-www-form-urlencoded', 'gzip').status).toBe(415);
  });
});

describe('forms as the field sends them', () => {
  test.each([
    ['tags=7', { tags: 7 }],
    ['tags[]=1&tags[]=2', { tags: [1, 2] }],
    ['tags%5B%5D=1&tags%5B%5D=2', { tags: [1, 2] }],
    ['tags[1]=1&tags[0]=2', { tags: [2, 1] }],
    ['tags[3]=30&tags[1]=10', { tags: [10, 30] }],
    ['tags=[1,2]', { tags: [1, 2] }],
    ['tags=%5B1%2C2%5D&reset=1', { tags: [1, 2], reset: 1 }],
    ['reset=true', { reset: true }],
    ['reset=', { reset: '' }],
    ['id_origin=', { id_origin: null }],
    ['id_origin=42', { id_origin: '42' }],
    ['rank=', { rank: null }],
    ['rank=1', { rank: true }],
    ['note=', { note: '' }],
    ['title=42', { title: '42' }],
    ['title=', { title: '' }],
    ['type=3.5', { type: '3.5' }],
    ['type=1e3', { type: '1e3' }],
    ['type=007', { type: '007' }],
    ['type=0x10', { type: '0x10' }],
    ['translations[fr]=A&translations[en_US]=B', { translations: { fr: 'A', en_US: 'B' } }],
    ['translations={"fr":"A"}', { translations: { fr: 'A' } }],
    ['tags[$ne]=1', { tags: { $ne: '1' } }],
    ['title[$gt]=', { title: { $gt: '' } }],
    ['tags=[1', { tags: '[1' }],
    ['&&title=x&', { title: 'x' }],
  ])('%s', (body, value) => {
    expect(JSON.parse(JSON.stringify(read(request(body))))).toEqual(value);
  });

  test.each([
    ['title=a&title=b', 'title'],
    ['tags[]=1&tags=2', 'tags'],
    ['title=%ff', 'title'],
    ['tags[]=%ff', 'tags'],
    ['tags[a]=1&tags[a][b]=2', 'tags'],
  ])('%s is refused by name', (body, field) => {
    const error = refusal(body);
    expect([error.code, error.status, error.details[0]?.field]).toEqual(['INVALID_ARGUMENT', undefined, field]);
  });

  test('a CV five levels deep in skills', () => {
    const readCv = createBodyReader(cvInput);
    const deep = 'skills[skill][0]'.concat('[children][skill][0]'.repeat(4));
    const titles = [1, 2, 3, 4]
      .map((level) => `skills[skill][0]${'[children][skill][0]'.repeat(level - 1)}[title]=Level ${level}&`)
      .join('');
    const value = readCv(
      request(
        `title=CV&${titles}${deep}[title]=Deep&${deep}[level]=80&${deep}[details]=&published=1&userInformation[DriversLicence]=1`,
      ),
    );
    const parsed = cvInput.parse(value);
    expect(parsed.published).toBe(true);
    expect(parsed.userInformation.DriversLicence).toBe(1);
    let skills = parsed.skills.skill;
    for (let level = 1; level < 5; level += 1) skills = skills[0]?.children.skill ?? [];
    expect(skills).toEqual([{ title: 'Deep', level: 80, details: '', children: { skill: [] } }]);
  });

  test('names of the prototype are names like others, and unknown ones', () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'hasOwnProperty']) {
      const value = read(request(`${encodeURIComponent(name)}=1&title=x`));
      expect(Object.keys(value as object)).toContain(name);
      expect(schema.safeParse(value).error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: [name] });
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    read(request('__proto__[polluted]=1&constructor[prototype][polluted]=1'));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('more fields than anybody has', () => {
    const body = Array.from({ length: 10_001 }, (_none, index) => `f${index}=1`).join('&');
    expect(refusal(body).code).toBe('INVALID_ARGUMENT');
  });
});

describe('JSON of strangers', () => {
  test.each([
    ['not JSON', '{"title":', 'not_json'],
    ['no JSON under its label', 'tru', 'not_json'],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'not_utf8'],
    ['10,000 deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'invalid_argument'],
    ['the same name twice', '{"title":"a","type":1,"title":"b"}', 'invalid_argument'],
    ['the same name twice, once escaped', '{"title":"a","\\u0074itle":"b"}', 'invalid_argument'],
    ['the same name twice, deep inside', '{"a":[{"b":1},{"b":1,"c":{"d":1,"d":2}}]}', 'invalid_argument'],
    ['a prototype', '{"__proto__":{"admin":true}}', 'invalid_argument'],
    ['a prototype, escaped', '{"a":{"\\u005f_proto__":1}}', 'invalid_argument'],
  ])('%s is a 400', (_what, body, reason) => {
    const error = refusal(body, 'application/json');
    expect([error.reason, error.status ?? 400]).toEqual([reason, 400]);
  });

  test('a colon, a brace or a quote in a text is text', () => {
    const value = { a: '":{"b":1,"b":2}', b: ['{', '}', '"', '\\'], '": "': 1 };
    expect(read(request(JSON.stringify(value)))).toEqual(value);
  });

  test('whatever JSON there is comes through as it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const text = JSON.stringify(value);
        if (text.includes('__proto__')) return;
        expect(read(request(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('whatever bytes there are end in a value or in an error of the caller', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(undefined, 'application/json', 'text/xml', 'application/x-www-form-urlencoded'),
        (bytes, label) => {
          try {
            read(request(Buffer.from(bytes), label));
          } catch (error) {
            expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

test('a tag as a form passes its schema', () => {
  const value = createBodyReader(tagInput)(
    request('title=Java&type=2&specialization=&id_origin=&translations[fr]=Java'),
  );
  expect(tagInput.parse(value)).toEqual({
    title: 'Java',
    type: 2,
    specialization: '',
    id_origin: null,
    translations: { fr: 'Java' },
  });
});

test('a name without a value needs the label of a form to be one', () => {
  expect(read(request('title', 'application/x-www-form-urlencoded'))).toEqual({ title: '' });
  expect(refusal('title').status).toBe(415);
});
