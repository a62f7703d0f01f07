import { expectRejected, type TestInput } from './attempts.ts';

/** Invalid parameters, ids and paths. */
export function badPaths(given: () => TestInput): void {
  const api = () => given().companies.ours.api;

  describe('parameters', () => {
    const invalidPaging = {
      page: ['-1', '0', '1.5', 'x', '1e3', '99999999999999999999', ''],
      limit: ['-1', '0', '501', '1.5', 'x', '99999999999'],
      cursor: ['x', 'bm90IG9uZQ', '{"$gt":""}', '../..', 'W10', ''],
    };

    test('are rejected if the paging is negative, too large or not a number', () =>
      expectRejected(
        given(),
        ({ query = {} }) =>
          'page' in query
            ? Object.entries(invalidPaging).flatMap(([name, values]) =>
                values.map((value) => ({
                  description: `${name}=${value}`,
                  options: { query: { [name]: value } },
                })),
              )
            : [],
        400,
      ));

    test('are rejected if they are arrays', () =>
      expectRejected(
        given(),
        ({ query = {} }) =>
          Object.keys(query).flatMap((name) => [
            { description: `${name}[$ne]`, options: { brackets: { [name]: { $ne: '1' } } } },
            { description: `${name}[0]`, options: { brackets: { [name]: { '0': '1' } } } },
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
    ])('are rejected by name if invalid: %s with %j', async (path, query) => {
      const response = await api().get(path, { query: query as Record<string, string> });
      expect([response.status, response.json.error.details[0].field]).toEqual([400, Object.keys(query)[0] ?? 'term']);
    });

    test('are rejected by name if unknown', async () => {
      const query = { _: '1', debug: '$where', 'a[b': ']' };
      const { status, json } = await api().get(`/api/v1/cv/${given().fixtures.cv}`, { query });
      const fields = json.error.details.map(({ field }: { field: string }) => field);
      expect([status, fields.toSorted()]).toEqual([400, Object.keys(query).toSorted()]);
    });
  });

  describe('ids in the path', () => {
    const invalidIds = [
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

    test('are rejected if they are invalid', () =>
      expectRejected(
        given(),
        ({ path, body }) => {
          const own =
            /^(\/api\/v1\/(?:svc\/|dyb\/)?(?:users|user|cv|tags|exports|employmentpreferences)\/)([^/]+)(.*)$/.exec(
              path,
            );
          if (!own || own[2] === 'search' || own[2] === 'list' || own[2] === 'status' || own[2] === 'stats') return [];
          return invalidIds.map((id) => ({ description: id, path: `${own[1]}${id}${own[3]}`, options: { body } }));
        },
        [400, 404],
      ));

    test('are rejected if they are unknown', () =>
      expectRejected(
        given(),
        ({ path, body }) => {
          const own =
            /^(\/api\/v1\/(?:svc\/|dyb\/)?(?:users|user|cv|tags|exports|employmentpreferences)\/)(\d+|[0-9a-f]{64})(\/.*)?$/.exec(
              path,
            );
          return own
            ? [
                {
                  description: 'unknown',
                  path: `${own[1]}${own[2]?.length === 64 ? 'f'.repeat(64) : '999999999'}${own[3] ?? ''}`,
                  options: { body },
                },
              ]
            : [];
        },
        404,
      ));
  });

  describe('paths', () => {
    test('are rejected if unknown or without the method', async () => {
      for (const path of ['/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v1/users/1/nothing', '/api/v1/users//cv']) {
        const { status } = await api().get(path);
        expect([path, status]).toEqual([path, 404]);
      }
      const wrong = await api().delete('/api/v1/users');
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
    });
  });
}
