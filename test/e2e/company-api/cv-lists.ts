import type { TwoCompanies } from '../../support/test-companies.ts';
import { userBody } from './users.ts';

type Row = { id: string; title: string; completion: number; created: string };

/** POST /cv/list with filters and sorts, and GET /cv/status with every format of `since`. */
export function cvListTests(companies: () => TwoCompanies): void {
  const api = () => companies().ours.api;
  const ids: Record<string, number> = {};
  let tag = 0;
  let boss = 0;
  /** Creation date of the CVs. */
  let today = '';

  beforeAll(async () => {
    const newUser = async (name: string, kind = 'candidate') =>
      (await api().post('/api/v1/users', userBody(name, { kind }))).json.id as number;
    boss = await newUser('list-boss', 'manager');
    tag = (await api().post('/api/v1/tags', { title: 'listed' })).json.id;
    const owner = await newUser('list-owner');
    const other = await newUser('list-other');
    await api().put(`/api/v1/users/${owner}/manager`, { managerId: boss });
    await api().put(`/api/v1/users/${owner}/associateTags`, { tags: tag });
    const cv = async (name: string, user: number, body: object, query = {}) => {
      ids[name] = (
        await api().post(`/api/v1/users/${user}/cv`, { title: name, recipient: `list ${name}`, ...body }, { query })
      ).json.id;
    };
    await cv('main', owner, {}, { main: 1 });
    await cv('second', owner, {
      presentation: { title: 'x', text: 'long enough' },
      skills: { skill: [{ title: 'a' }] },
    });
    await cv('other', other, { recipient: 'list main' }, { main: 1 });
    const { json } = await list({ filters: [{ type: 'tagId', value: tag }] });
    today = json.resumes[0]?.created.slice(0, 10) ?? '';
  });

  const list = async (body?: unknown, query: Record<string, string | number> = {}) =>
    api().post<{ resumes: Row[] }>('/api/v1/cv/list', body, { query });
  const titles = async (filters: unknown[], sort: unknown[] = [{ field: 'created' }]) => {
    const { json } = await list({ filters: [...filters], sort });
    return json.resumes.filter(({ id }) => Object.values(ids).includes(Number(id))).map(({ title }) => title);
  };

  test('applies each of the seven filters', async () => {
    expect(await titles([{ type: 'tagId', value: tag }])).toEqual(['main', 'second']);
    expect(await titles([{ type: 'manager', value: boss }])).toEqual(['main', 'second']);
    expect(await titles([{ type: 'recipient', value: 'list main' }])).toEqual(['main', 'other']);
    expect(
      await titles([
        { type: 'cvType', value: 'secondary' },
        { type: 'tagId', value: tag },
      ]),
    ).toEqual(['second']);
    expect(
      await titles([
        { type: 'cvType', value: 'main' },
        { type: 'tagId', value: tag },
      ]),
    ).toEqual(['main']);
    expect(await titles([{ type: 'created', value: today }])).toEqual(['main', 'second', 'other']);
    expect(await titles([{ type: 'updated', value: today, comparator: '<' }])).toEqual([]);
    expect(
      await titles([
        { type: 'completion', value: 0.1, comparator: '>' },
        { type: 'tagId', value: tag },
      ]),
    ).toEqual(['second']);
  });

  test.each(['<', '<=', '>', '>=', '=', '!='])(
    'applies the comparator %s to completion and created, and combines two of them to a range',
    async (comparator) => {
      const { json } = await list({ filters: [{ type: 'tagId', value: tag }] });
      const pivot = Math.max(...json.resumes.map(({ completion }) => completion));
      const holds = (a: number) =>
        ({ '<': a < pivot, '<=': a <= pivot, '>': a > pivot, '>=': a >= pivot, '=': a === pivot, '!=': a !== pivot })[
          comparator
        ];
      const expected = json.resumes.filter(({ completion }) => holds(completion)).map(({ title }) => title);
      expect(
        (
          await titles([
            { type: 'completion', value: pivot, comparator },
            { type: 'tagId', value: tag },
          ])
        ).toSorted(),
      ).toEqual(expected.toSorted());
      const days = await titles([
        { type: 'created', value: today, comparator },
        { type: 'created', value: '2000-01-01', comparator: '>' },
        { type: 'tagId', value: tag },
      ]);
      expect(days).toEqual(['<=', '>=', '='].includes(comparator) ? ['main', 'second'] : []);
    },
  );

  test('rejects unsupported comparators, unknown types and invalid values', async () => {
    for (const filter of [
      { type: 'manager', value: boss, comparator: '<' },
      { type: 'recipient', value: 'x', comparator: '!=' },
    ])
      expect((await list({ filters: [filter] })).status).toBe(400);
    for (const filter of [
      { type: 'color', value: 1 },
      { type: 'tagId', value: 'x' },
      { type: 'created', value: '2024-02-30' },
      { type: 'completion', value: 0.123 },
      { type: 'cvType', value: 'third' },
      {},
      'x',
      null,
    ]) {
      expect([filter, (await list({ filters: [filter] })).status]).toEqual([filter, 400]);
    }
    expect((await list({ sort: [{ field: 'title', order: 'ASC' }] })).status).toBe(400);
  });

  test.each(['updated', 'created', 'recipient', 'completion'])(
    'sorts by %s in both directions and pages without losing or repeating a CV',
    async (field) => {
      const rows: Record<string, Row[]> = {};
      for (const order of ['ASC', 'DESC']) {
        const unpaged = (await list({ sort: [{ field, order }] }, { limit: 500 })).json.resumes;
        const paged: Row[] = [];
        let query: Record<string, string> = { limit: '3' };
        for (;;) {
          const page = await list({ sort: [{ field, order }] }, query);
          paged.push(...page.json.resumes);
          const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
          if (!next) break;
          query = Object.fromEntries(new URL(next, 'http://x').searchParams);
        }
        expect(paged).toEqual(unpaged);
        rows[order] = unpaged;
      }
      expect(rows.DESC).toEqual(rows.ASC?.toReversed());
    },
  );

  test('accepts the example of the specification as JSON and as a form', async () => {
    const body = {
      filters: [
        { type: 'tagId', value: tag },
        { type: 'completion', value: 0.01, comparator: '>=' },
      ],
      sort: [{ field: 'updated', order: 'ASC' }],
    };
    const response = await api().post('/api/v1/cv/list', body, { example: true });
    expect(response.status).toBe(200);
    const form = new URLSearchParams(
      `filters[0][type]=tagId&filters[0][value]=${tag}&filters[1][type]=completion&filters[1][value]=0.01&filters[1][comparator]=>=&sort[0][field]=updated&sort[0][order]=ASC`,
    );
    expect((await api().post('/api/v1/cv/list', form)).text).toBe(response.text);
  });

  test('accepts every format of since in the status query', async () => {
    const before = new Date(Date.now() - 5_000);
    await api().put(`/api/v1/cv/${ids.other}/status`, { status: 'proofreading' });
    const isListed = async (since: string, status = 'proofreading') => {
      const { json } = await api().get(`/api/v1/cv/status/${status}`, { query: { since } });
      expect(json.total).toBeGreaterThanOrEqual(json.resumes.length);
      return json.resumes.some(({ id }: { id: string }) => id === String(ids.other));
    };
    const iso = before.toISOString();
    for (const since of [
      '@0',
      `@${Math.floor(before.getTime() / 1_000)}`,
      iso,
      iso.slice(0, 19).replace('T', ' '),
      today,
      '1970-01-01',
      `${iso.slice(0, 19)}+00:00`,
    ]) {
      expect([since, await isListed(since)]).toEqual([since, true]);
    }
    expect(await isListed('@9999999999')).toBe(false);
    expect(await isListed('2999-01-01 00:00:00')).toBe(false);
    expect(await isListed('@0', 'draft')).toBe(false);
    const drafts = await api().get('/api/v1/cv/status/draft', { query: { since: today, limit: 2 }, example: true });
    expect(drafts.headers.get('x-total-count')).toBe(String(drafts.json.total));
    for (const since of ['yesterday', '2024-02-30', '1700000000', ''])
      expect((await api().get('/api/v1/cv/status/draft', { query: { since } })).status).toBe(400);
    expect((await api().get('/api/v1/cv/status/draft')).status).toBe(400);
    expect((await api().get('/api/v1/cv/status/lost', { query: { since: '@0' } })).status).toBe(400);
  });
}
