import { type Given, refused } from './attempts.ts';

/** Parameters and ids that there are not. */
export function badAddresses(given: () => Given): void {
  const api = () => given().companies.ours.api;

  describe('parameters', () => {
    const wrongPaging = {
      page: ['-1', '0', '1.5', 'x', '1e3', '99999999999999999999', ''],
      limit: ['-1', '0', '501', '1.5', 'x', '99999999999'],
      cursor: ['x', 'bm90IG9uZQ', '{"$gt":""}', '../..', 'W10', ''],
    };

    test('of pages that are negative, huge or no numbers', () =>
      refused(
        given(),
        ({ query = {} }) =>
          'page' in query
            ? Object.entries(wrongPaging).flatMap(([name, values]) =>
                values.map((value) => ({
                  what: `${name}=${value}`,
                  options: { query: { [name]: value } },
                })),
              )
            : [],
        400,
      ));

    test('that are arrays where text belongs', () =>
      refused(
        given(),
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
      const answer = await api().get(path, { query: query as Record<string, string> });
      expect([answer.status, answer.json.error.details[0].field]).toEqual([400, Object.keys(query)[0] ?? 'term']);
    });

    test('that nobody knows are signed like the others and change nothing', async () => {
      const answer = await api().get(`/api/v1/cv/${given().fixtures.cv}`, {
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
        given(),
        ({ path, body }) => {
          const own =
            /^(\/api\/v1\/(?:svc\/|dyb\/)?(?:users|user|cv|tags|exports|employmentpreferences)\/)([^/]+)(.*)$/.exec(
              path,
            );
          if (!own || own[2] === 'search' || own[2] === 'list' || own[2] === 'status' || own[2] === 'stats') return [];
          return impossible.map((id) => ({ what: id, path: `${own[1]}${id}${own[3]}`, options: { body } }));
        },
        [400, 404],
      ));

    test('that nobody has', () =>
      refused(
        given(),
        ({ path, body }) => {
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
        },
        404,
      ));

    test('addresses that are not there, and methods that an address does not have', async () => {
      for (const path of ['/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v1/users/1/nothing', '/api/v1/users//cv']) {
        const { status } = await api().get(path);
        expect([path, status]).toEqual([path, 404]);
      }
      const wrong = await api().delete('/api/v1/users');
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    });
  });
}
