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

function errorOf(body: string | Buffer, contentType?: string, encoding?: string): VitaeError {
  try {
    read(request(body, contentType, encoding));
  } catch (error) {
    if (error instanceof VitaeError) return error;
    throw error;
  }
  throw new Error('The body was accepted');
}

describe('body format', () => {
  const labels = [
    undefined,
    '',
    'application/json',
    'application/x-www-form-urlencoded',
    'text/xml',
    'text/plain; charset=iso-8859-1',
    'application/octet-stream',
  ];
  test.each(labels)('reads JSON with the content type %s', (label) => {
    expect(read(request(' \r\n{"title":"é","type":3}', label))).toEqual({ title: 'é', type: 3 });
    expect(read(request('\uFEFF{"title":"x"}', label))).toEqual({ title: 'x' });
  });
  test.each(labels)('reads a form with the content type %s', (label) => {
    expect(read(request('title=caf%C3%A9+cr%C3%A8me&type=3', label))).toEqual({ title: 'café crème', type: 3 });
  });
  test.each(labels)('reads an empty body with the content type %s', (label) => {
    expect(read(request('', label))).toBeUndefined();
    expect(read(request(' \n', label))).toBeUndefined();
  });
  test('rejects XML', () => {
    expect(errorOf('<tag><title>x</title></tag>', 'text/xml').reason).toBe('unsupported_body');
  });
  test.each([
    ['plain text', 'hello world', 'text/plain'],
    [
      'a multipart form',
      '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n--x--',
      'multipart/form-data; boundary=x',
    ],
    ['binary data', Buffer.from([0x1f, 0x8b, 8, 0]), undefined],
  ])('rejects %s', (_case, body, label) => {
    expect(errorOf(body, label).reason).toBe('unsupported_body');
  });
  test('rejects a compressed form', () => {
    expect(errorOf('title=x', 'application/x-www-form-urlencoded', 'gzip').reason).toBe('unsupported_body');
  });
});

describe('forms', () => {
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
  ])('parses %s', (body, value) => {
    expect(JSON.parse(JSON.stringify(read(request(body))))).toEqual(value);
  });

  test.each([
    ['title=a&title=b', 'title'],
    ['tags[]=1&tags=2', 'tags'],
    ['title=%ff', 'title'],
    ['tags[]=%ff', 'tags'],
    ['tags[a]=1&tags[a][b]=2', 'tags'],
  ])('rejects %s and names the field', (body, field) => {
    const error = errorOf(body);
    expect([error.reason, error.details[0]?.field]).toEqual(['invalid_argument', field]);
  });

  test('parses a CV with five levels of skills', () => {
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

  test('treats names of the object prototype as ordinary unknown fields', () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'hasOwnProperty']) {
      const value = read(request(`${encodeURIComponent(name)}=1&title=x`));
      expect(Object.keys(value as object)).toContain(name);
      expect(schema.safeParse(value).error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: [name] });
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    read(request('__proto__[polluted]=1&constructor[prototype][polluted]=1'));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each([
    ['fields', Array.from({ length: 9_000 }, (_none, index) => `f${index}=1`).join('&')],
    ['empty fields', `a=1&${'&'.repeat(100_000)}`],
    ['brackets', Array.from({ length: 4_000 }, (_none, index) => `tags[${index}][a][b]=1`).join('&')],
  ])('rejects too many %s', async (_case, body) => {
    await expect(read(request(body))).rejects.toThrow(/more than (?:5000 fields|10000 brackets)/);
  });
});

describe('JSON', () => {
  test.each([
    ['an incomplete document', '{"title":', 'not_json'],
    ['an unknown literal', 'tru', 'not_json'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'not_utf8'],
    ['10,000 nested arrays', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'invalid_argument'],
    ['a duplicate name', '{"title":"a","type":1,"title":"b"}', 'invalid_argument'],
    ['a duplicate escaped name', '{"title":"a","\\u0074itle":"b"}', 'invalid_argument'],
    ['a duplicate nested name', '{"a":[{"b":1},{"b":1,"c":{"d":1,"d":2}}]}', 'invalid_argument'],
    ['__proto__', '{"__proto__":{"admin":true}}', 'invalid_argument'],
    ['an escaped __proto__', '{"a":{"\\u005f_proto__":1}}', 'invalid_argument'],
  ])('rejects %s', (_case, body, reason) => {
    const error = errorOf(body, 'application/json');
    expect(error.reason).toBe(reason);
  });

  test.each([
    ['list elements', `{"tags":[${'1,'.repeat(10_000)}1]}`],
    ['empty objects', `{"tags":[${'{},'.repeat(10_000)}{}]}`],
  ])('rejects more than 10,000 %s before parsing', async (_case, body) => {
    const limited = createBodyReader(schema);
    const reading = Promise.resolve().then(() => limited(request(body)));
    await expect(reading).rejects.toThrow('more than 10000 keys and list elements');
  });

  test('rejects more than 1,000 keys in one object before parsing', () => {
    const keys = (count: number) => Array.from({ length: count }, (_none, index) => `"f${index}":{}`).join(',');
    expect(Object.keys(read(request(`{${keys(1_000)}}`)) as object)).toHaveLength(1_000);
    expect(errorOf(`{"a":[{${keys(1_001)}}]}`).message).toContain('more than 1000 keys');
  });

  test('is parsed in slices above 64 KB, with the same result', async () => {
    const value = { title: 'x'.repeat(100_000), tags: [1, 2, 3] };
    const parsed = read(request(JSON.stringify(value)));
    expect(parsed).toBeInstanceOf(Promise);
    expect(await parsed).toEqual(value);
    expect(read(request(JSON.stringify({ title: 'x' })))).toEqual({ title: 'x' });
  });

  test('ignores punctuation inside strings', () => {
    const value = { a: '":{"b":1,"b":2}', b: ['{', '}', '"', '\\'], '": "': 1 };
    expect(read(request(JSON.stringify(value)))).toEqual(value);
  });

  test('returns any JSON document unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const text = JSON.stringify(value);
        if (text.includes('__proto__')) return;
        expect(read(request(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('returns a value or INVALID_ARGUMENT for any bytes', () => {
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

test('parses a form to a valid tag', () => {
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

test('accepts a name without a value only with the content type of a form', () => {
  expect(read(request('title', 'application/x-www-form-urlencoded'))).toEqual({ title: '' });
  expect(errorOf('title').reason).toBe('unsupported_body');
});
