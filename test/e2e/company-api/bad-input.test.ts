import type { CallOptions, Json } from '../../support/company-api.ts';
import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';
import { createFixtures, type Fixtures, type ValidCall, validCalls } from './valid-calls.ts';

let companies: TwoCompanies;
let fixtures: Fixtures;
let calls: ValidCall[];

beforeAll(async () => {
  companies = await startTwoCompanies();
  fixtures = await createFixtures(companies.ours, 'Bad-input');
  calls = validCalls(fixtures);
}, 150_000);
afterAll(() => companies?.stop());

type Attempt = { what: string; options: CallOptions; path?: string };
type Expected = number | readonly number[];

/** Makes every attempt at every call that it is made for, and collects those that were not refused as expected. */
async function refused(attemptsOf: (call: ValidCall) => Attempt[], expected: Expected, named = false): Promise<void> {
  const wrong: unknown[] = [];
  let count = 0;
  for (const call of calls) {
    for (const { what, options, path } of attemptsOf(call)) {
      count += 1;
      const { query, ...rest } = options;
      const answer = await companies.ours.api.call(call.method, path ?? call.path, {
        ...rest,
        query: { ...call.query, ...query },
      });
      const field = answer.json?.error?.details?.[0]?.field;
      if (![expected].flat().includes(answer.status) || (named && !field))
        wrong.push([call.name, what, answer.status, answer.text.slice(0, 160)]);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(0);
}

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

test('every operation has a call that is right', async () => {
  const documented = Object.entries(companies.document.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));
  expect(calls.map(({ name }) => name).toSorted()).toEqual(documented.toSorted());
});

describe('bodies', () => {
  test('that are no object', () =>
    refused(
      withBody(() => ['[]', '"text"', '1', 'null', 'true', '[{}]'].map((body) => ({ what: body, body }))),
      400,
    ));

  test('with an unknown field, which is named', () =>
    refused(
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
      withBody((body) => [
        { what: '__proto__', body: JSON.stringify(body).replace('{', '{"__proto__":{"admin":true},') },
      ]),
      400,
    ));

  test('with a value of the wrong type or a MongoDB operator in any field, which is named', () =>
    refused(
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
    await refused((call) => (takesXml(call) ? [] : xml(call)), 415);
    await refused((call) => (takesXml(call) ? xml(call) : []), 400);
  });

  test('that cannot be read at all', () =>
    refused(
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
      withBody((body) => {
        const megabytes = 'image' in body ? 7 : 1;
        return [{ what: `${megabytes} MB and a byte`, body: `{"a":"${'x'.repeat(megabytes * 1024 * 1024)}"}` }];
      }),
      413,
    ));

  test('JSON and forms are read under any label', async () => {
    for (const contentType of ['text/xml', 'text/plain', 'application/octet-stream', null]) {
      const path = `/api/v1/users/${fixtures.user}`;
      expect((await companies.ours.api.put(path, '{"phone":"7"}', { contentType })).json.phone).toBe('7');
      expect(
        (await companies.ours.api.put(path, Buffer.from('phone=8&firstname=Zo%C3%A9'), { contentType })).json,
      ).toMatchObject({ phone: '8', firstname: 'Zoé' });
    }
  });

  test.each([
    ['professionalStatus', { professionalStatus: 999 }],
    ['availability', { availability: 99 }],
    ['contractType of an experience', { experiences: { experience: [{ contractType: 999 }] } }],
    ['state outside the USA', { userInformation: { country: { isoCode: 'FRA' }, state: 1 } }],
    ['state', { userInformation: { country: { isoCode: 'USA' }, state: 999 } }],
    ['culture', { culture: 'en_GB' }],
    ['birthdate', { userInformation: { birthdate: '1990-02-30' } }],
    ['level of a skill', { skills: { skill: [{ title: 'x', level: 101 }] } }],
    ['address of a link', { links: { link: [{ type: 'blog', url: 'javascript:alert(1)' }] } }],
    ['logo', { experiences: { experience: [{ logo: '/../../etc/passwd.png' }] } }],
    ['deep unknown field', { experiences: { experience: [{ title: 'x', salary: 1 }] } }],
  ])('a CV with a wrong %s', async (_what, wrong) => {
    for (const answer of [
      await companies.ours.api.put(`/api/v1/cv/${fixtures.cv}`, wrong),
      await companies.ours.api.post(`/api/v1/users/${fixtures.user}/cv`, wrong),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.json.error.details[0].field).not.toBe('');
    }
  });

  test('a username or e-mail address that is taken', async () => {
    const { json: holder } = await companies.ours.api.get(`/api/v1/users/${fixtures.user}`);
    const fresh = { username: 'fresh', email: 'fresh@example.com', firstname: 'F', lastname: 'F' };
    const attempts = [
      { username: holder.username },
      { username: holder.username.toUpperCase() },
      { email: holder.email },
      { email: holder.email.toUpperCase() },
      { id_origin: fixtures.origin },
    ];
    for (const taken of attempts)
      expect([taken, (await companies.ours.api.post('/api/v1/users', { ...fresh, ...taken })).status]).toEqual([
        taken,
        409,
      ]);
    for (const taken of [{ email: holder.email }, { id_origin: fixtures.origin }])
      expect((await companies.ours.api.put(`/api/v1/users/${fixtures.manager}`, taken)).status).toBe(409);
    expect((await companies.ours.api.put(`/api/v1/users/${fixtures.user}`, { email: holder.email })).status).toBe(200);
  });
});

describe('parameters', () => {
  const wrongPaging = {
    page: ['-1', '0', '1.5', 'x', '1e3', '99999999999999999999', ''],
    limit: ['-1', '0', '501', '1.5', 'x', '99999999999'],
    cursor: ['x', 'bm90IG9uZQ', '{"$gt":""}', '../..', 'W10', ''],
  };

  test('of pages that are negative, huge or no numbers', () =>
    refused(
      ({ query = {} }) =>
        'page' in query
          ? Object.entries(wrongPaging).flatMap(([name, values]) =>
              values.map((value) => ({
                what: `${name}=${value}`,
                options: { query: { ...(name === 'cursor' ? {} : {}), [name]: value } },
              })),
            )
          : [],
      400,
    ));

  test('that are arrays where text belongs', () =>
    refused(
      ({ query = {} }) =>
        Object.keys(query).flatMap((name) => [
          { what: `${name}[$ne]`, options: { brackets: { [name]: { $ne: '1' } } } },
          { what: `${name}[0]`, options: { brackets: { [name]: { '0': '1' } } } },
        ]),
      [400, 403],
    ));

  test.each([
    ['/api/v1/users', { filter: 'u,x' }],
    ['/api/v1/users', { filter: '$ne' }],
    ['/api/v1/users/search', {}],
    ['/api/v1/users/search', { term: '' }],
    ['/api/v1/users/search', { term: '   ' }],
    ['/api/v1/users/search', { term: 'x'.repeat(201) }],
    ['/api/v1/cv/status/draft', { since: 'soon' }],
    ['/api/v1/baseslist', { locale: 'xx' }],
    ['/api/v1/users/1', { isIdOrigin: '2' }],
  ])('%s with %j', async (path, query) => {
    const answer = await companies.ours.api.get(path, { query: query as Record<string, string> });
    expect([answer.status, answer.json.error.details[0].field]).toEqual([400, Object.keys(query)[0] ?? 'term']);
  });

  test('that nobody knows are signed like the others and change nothing', async () => {
    const answer = await companies.ours.api.get(`/api/v1/cv/${fixtures.cv}`, {
      query: { _: '1', debug: '$where', 'a[b': ']' },
    });
    expect(answer.status).toBe(200);
  });
});

describe('ids in the path', () => {
  const impossible = [
    '0',
    '-1',
    '1.5',
    '1e3',
    'abc',
    '%24ne',
    '%7B%22%24gt%22%3A%22%22%7D',
    '%00',
    '9007199254740993',
    '99999999999999999999',
    '..%2F1',
    "1'--",
    '%F0%9F%98%80',
    '%C3%28',
    '1%20',
  ];

  test('that cannot be any', () =>
    refused(
      ({ path, body }) => {
        const own =
          /^(\/api\/v1\/(?:svc\/|dyb\/)?(?:users|user|cv|tags|exports|employmentpreferences)\/)([^/]+)(.*)$/.exec(path);
        if (!own || own[2] === 'search' || own[2] === 'list' || own[2] === 'status' || own[2] === 'stats') return [];
        return impossible.map((id) => ({ what: id, path: `${own[1]}${id}${own[3]}`, options: { body } }));
      },
      [400, 404],
    ));

  test('that nobody has', () =>
    refused(({ path, body }) => {
      const own =
        /^(\/api\/v1\/(?:svc\/|dyb\/)?(?:users|user|cv|tags|exports|employmentpreferences)\/)(\d+|[0-9a-f]{64})(\/.*)?$/.exec(
          path,
        );
      return own
        ? [
            {
              what: 'unknown',
              path: `${own[1]}${own[2]?.length === 64 ? 'f'.repeat(64) : '999999999'}${own[3] ?? ''}`,
              options: { body },
            },
          ]
        : [];
    }, 404));

  test('addresses that are not there, and methods that an address does not have', async () => {
    for (const path of ['/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v1/users/1/nothing', '/api/v1/users//cv']) {
      const { status } = await companies.ours.api.get(path);
      expect([path, status]).toEqual([path, 404]);
    }
    const wrong = await companies.ours.api.delete('/api/v1/users');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});

test('problem details for those who ask for them (RFC 9457)', async () => {
  const answer = await companies.ours.api.get('/api/v1/users/999999999', {
    headers: { Accept: 'application/problem+json' },
  });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.json).toMatchObject({ status: 404, reason: 'user_not_found' });
});
