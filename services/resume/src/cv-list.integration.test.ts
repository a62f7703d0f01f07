import { type Caller, companyCaller } from '@vitae/kit/caller';
import { type ResumeListItem, resumeListItem } from '@vitae/proto/resume-list-item';
import type { UserRecord } from '@vitae/proto/user-record';
import { readAllPages } from '@vitae/test/support/resume/page-fixtures';
import {
  acme,
  globex,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
  SITE,
} from '@vitae/test/support/resume/resume-fixture';

const DAY_MS = 86_400_000;
const START = Date.UTC(2024, 0, 1, 12);
const CVS = 60;

let service: ResumeFixture;
let manager: UserRecord;
let owners: UserRecord[];
let tagId: number;
let cvIds: number[];

/** Creates 20 users with three CVs each, one CV a day, with several completions and half of them with a recipient. */
beforeAll(async () => {
  service = await openResumeFixture();
  service.at(START - DAY_MS);
  manager = await service.user(acme, {
    firstname: 'Max',
    lastname: 'Manager',
    kind: 'manager',
    email: 'boss@corp.example',
  });
  tagId = (await service.call.CreateTag({ tag: jsonBytes({ title: 'Blue' }) }, { caller: acme })).id;
  owners = [];
  cvIds = [];
  for (let index = 0; index < CVS; index++) {
    service.at(START + index * DAY_MS);
    if (index % 3 === 0)
      owners.push(await service.user(acme, { firstname: `Zoé${index}`, kind: index % 2 ? 'user' : 'candidate' }));
    const owner = owners.at(-1) as UserRecord;
    const sections = [
      { title: 'T' },
      { presentation: { text: 'x' } },
      { links: { link: [{ type: 'blog', url: 'https://b.example' }] } },
    ];
    const content = Object.assign(
      {},
      ...sections.slice(0, index % 4),
      index % 2 ? { recipient: `R${index % 10}` } : {},
    );
    cvIds.push((await service.cv(acme, owner.id, content, { publish: index % 5 === 0 })).id);
  }
  for (const owner of owners.slice(0, 5)) {
    const user = { id: String(owner.id) };
    await service.call.SetUserManager({ user, managerId: manager.id }, { caller: acme });
    await service.call.AssociateTags({ user, tags: [tagId] }, { caller: acme });
  }
  const other = await service.user(globex, { firstname: 'Zoé', kind: 'candidate' });
  await service.cv(globex, other.id, { title: 'theirs' });
  service.at(START + CVS * DAY_MS);
});
afterAll(() => service.close());

type ListOptions = {
  filters?: [type: string, value: string, comparator?: string][];
  sort?: [string, 'ASC' | 'DESC'][];
  limit?: number;
  page?: number;
  cursor?: string;
};
const list = async (
  { filters = [], sort = [], limit = 500, page = 1, cursor = '' }: ListOptions,
  caller: Caller = acme,
) => {
  const response = await service.call.ListCvs(
    {
      filters: filters.map(([type, value, comparator = '']) => ({ type, value, comparator })),
      sort: sort.map(([field, order]) => ({ field, descending: order === 'DESC' })),
      page: { limit, page, cursor },
    },
    { caller },
  );
  return { ...response, rows: parsed<ResumeListItem[]>(response) };
};

describe('the CV list', () => {
  test('returns the items of the specification byte for byte', async () => {
    const { rows, json } = await list({ limit: 1 });
    const [first] = rows;
    const owner = owners[0] as UserRecord;
    const token = first?.private_url.slice(`${SITE}/c/`.length);
    expect(String(json)).toBe(
      `[{"id":"${cvIds[0]}","title":"","completion":0,"anonymized":false,"main":true,"status":"10","public_url":"${SITE}/p/${owner.username}","private_url":"${SITE}/c/${token}",` +
        `"created":"2024-01-01T12:00:00+0000","updated":"2024-01-01T12:00:00+0000","indexed":false,"protected":false,"manager":"Max Manager","language":"en_US",` +
        `"user":{"username":"${owner.username}","email":"${owner.email}","firstname":"Zoé0","lastname":"Archer","kind":"candidate","id":${owner.id},"phone":""}}]`,
    );
    for (const row of (await list({})).rows) resumeListItem.parse(row);
  });

  test.each<[string, ListOptions['filters'], (row: ResumeListItem, index: number) => boolean]>([
    ['main', [['cvType', 'main']], (row) => row.main],
    ['secondary', [['cvType', 'secondary']], (row) => !row.main],
    ['recipient', [['recipient', 'R3']], (_row, index) => index % 10 === 3],
    ['created', [['created', '2024-01-11']], (row) => row.created.startsWith('2024-01-11')],
    ['created <', [['created', '2024-01-11', '<']], (row) => row.created < '2024-01-11'],
    ['created !=', [['created', '2024-01-11', '!=']], (row) => !row.created.startsWith('2024-01-11')],
    [
      'updated in a range',
      [
        ['updated', '2024-01-11', '>='],
        ['updated', '2024-01-21', '<='],
      ],
      (row) => row.updated >= '2024-01-11' && row.updated < '2024-01-22',
    ],
    ['completion >', [['completion', '0.1', '>']], (row) => row.completion > 0.1],
    ['completion !=', [['completion', '0.1', '!=']], (row) => row.completion !== 0.1],
    [
      'four filters',
      [
        ['cvType', 'secondary'],
        ['completion', '0.3', '<'],
        ['created', '2024-01-11', '>'],
        ['recipient', 'R1'],
      ],
      (row, index) => !row.main && row.completion < 0.3 && row.created >= '2024-01-12' && index % 10 === 1,
    ],
  ])('filters by %s', async (_what, filters, matches) => {
    const all = (await list({})).rows;
    const expected = all.filter((row, index) => matches(row, index)).map((row) => row.id);
    const { rows, total } = await list({ filters: filters ?? [] });
    expect(rows.map((row) => row.id)).toEqual(expected);
    expect(total).toBe(expected.length);
    expect(expected.length).toBeGreaterThan(0);
  });

  test('filters by the manager and the tags of the owner', async () => {
    const ids = owners.slice(0, 5).map((owner) => owner.id);
    for (const filter of [
      ['manager', String(manager.id)],
      ['tagId', String(tagId)],
    ] as [string, string][]) {
      const { rows } = await list({ filters: [filter] });
      expect(rows).toHaveLength(15);
      expect(rows.every((row) => ids.includes(row.user.id))).toBe(true);
    }
  });

  const key = (row: ResumeListItem, field: string) =>
    field === 'created'
      ? row.created
      : field === 'updated'
        ? row.updated
        : field === 'completion'
          ? row.completion
          : '';
  const sorts: [string, 'ASC' | 'DESC'][] = ['created', 'updated', 'recipient', 'completion'].flatMap(
    (field) =>
      [
        [field, 'ASC'],
        [field, 'DESC'],
      ] as [string, 'ASC' | 'DESC'][],
  );
  const filters: NonNullable<ListOptions['filters']>[] = [
    [],
    [['cvType', 'secondary']],
    [['manager', '1']],
    [['tagId', '1']],
    [['recipient', 'R3']],
    [['completion', '0.1', '>=']],
    [['created', '2024-01-20', '>=']],
    [['updated', '2024-01-20', '!=']],
  ];
  test.each(sorts.flatMap((sort) => filters.map((filter) => [sort, filter] as const)))(
    'has the same order by page number and by cursor, sorted by %j and filtered by %j',
    async (sort, filter) => {
      const options = {
        sort: [sort],
        filters: filter.map(
          ([type, value, comparator]) =>
            [type, type === 'manager' ? String(manager.id) : type === 'tagId' ? String(tagId) : value, comparator] as [
              string,
              string,
              string?,
            ],
        ),
      };
      const whole = (await list(options)).rows.map((row) => row.id);
      const rows = await readAllPages((cursor) => list({ ...options, limit: 7, cursor }));
      expect(rows.map((row) => row.id)).toEqual(whole);
      expect((await list({ ...options, limit: 5, page: 2 })).rows.map((row) => row.id)).toEqual(whole.slice(5, 10));
      const values = rows.map((row) => key(row, sort[0]));
      const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(sort[1] === 'ASC' ? sorted : sorted.reverse());
    },
  );

  test('sorts equal values of the first field by the second field', async () => {
    for (const second of ['ASC', 'DESC'] as const) {
      const options: ListOptions = {
        sort: [
          ['completion', 'DESC'],
          ['created', second],
        ],
      };
      const whole = (await list(options)).rows;
      const expected = [...whole].sort(
        (a, b) => b.completion - a.completion || (second === 'ASC' ? 1 : -1) * a.created.localeCompare(b.created),
      );
      expect(whole).toEqual(expected);
      expect(await readAllPages((cursor) => list({ ...options, limit: 9, cursor }))).toEqual(expected);
    }
  });

  test('contains only CVs of the company, or of the owner of a token', async () => {
    expect((await list({}, globex)).rows.map((row) => row.title)).toEqual(['theirs']);
    expect((await list({ filters: [['manager', String(manager.id)]] }, globex)).total).toBe(0);
    const owner = owners[1] as UserRecord;
    const { rows, total } = await list({ sort: [['updated', 'DESC']] }, { ...acme, userId: owner.id });
    expect(rows.map((row) => row.user.id)).toEqual([owner.id, owner.id, owner.id]);
    expect(total).toBe(3);
  });

  test('updates its total after every change', async () => {
    const before = (await list({})).total;
    const user = await service.user(acme);
    const cv = await service.cv(acme, user.id);
    expect((await list({})).total).toBe(before + 1);
    await service.call.DeleteCv({ id: cv.id }, { caller: acme });
    expect((await list({})).total).toBe(before);
  });

  test('rejects a cursor of another query and returns an empty page after the last one', async () => {
    const { next } = await list({ limit: 5 });
    await expect(list({ limit: 5, cursor: next, sort: [['updated', 'DESC']] })).rejects.toMatchObject({
      reason: 'invalid_cursor',
    });
    await expect(list({ cursor: 'x' })).rejects.toMatchObject({ reason: 'invalid_cursor' });
    expect((await list({ page: 1_000_000_000 })).rows).toEqual([]);
    await expect(list({ limit: 501 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(list({ page: -1 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

test.each(['created', 'updated', 'recipient', 'completion'])(
  'the CV list by %s has each CV once by cursor while CVs are added',
  async (field) => {
    const caller = companyCaller(20, 'test');
    const user = await service.user(caller);
    const add = (index: number) => {
      service.at(START + (index % 7) * DAY_MS);
      return service.cv(caller, user.id, { title: 'T'.repeat(index % 2), recipient: `R${index % 3}` });
    };
    const ids: number[] = [];
    for (let index = 0; index < 24; index++) ids.push((await add(index)).id);
    let added = 0;
    const rows = await readAllPages(async (cursor) => {
      if (added < 12) await Promise.all([add(added++), add(added++)]);
      return list({ sort: [[field, 'DESC']], limit: 5, cursor }, caller);
    });
    const seen = rows.map((row) => Number(row.id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(ids));
  },
);

test('the CV list sorts recipients as names, by page number and by cursor', async () => {
  const caller = companyCaller(9, 'test');
  const names = ['Zoe', 'anna', 'Éric', 'eve', 'Anna', 'éric', 'Ödön', 'olga', ''];
  const user = await service.user(caller);
  const recipients = new Map<string, string>();
  for (const recipient of names) {
    const { id } = await service.cv(caller, user.id, { recipient });
    recipients.set(String(id), recipient);
  }
  const sorted = ['', 'anna', 'Anna', 'éric', 'Éric', 'eve', 'Ödön', 'olga', 'Zoe'];
  const sort: ListOptions['sort'] = [['recipient', 'ASC']];
  const rows = await readAllPages((cursor) => list({ sort, limit: 2, cursor }, caller));
  expect(rows.map(({ id }) => recipients.get(id))).toEqual(sorted);
  const pages = await Promise.all([1, 2, 3].map((page) => list({ sort, limit: 3, page }, caller)));
  expect(pages.flatMap((page) => page.rows)).toEqual(rows);
  const both: ListOptions['sort'] = [...sort, ['created', 'DESC']];
  const dated: ListOptions['filters'] = [['created', '2000-01-01', '>']];
  const others = [
    { sort: [['recipient', 'DESC']] },
    { sort: both },
    { sort, filters: dated },
    { sort: both, filters: dated },
  ];
  const [descending, ...ascending] = await Promise.all(others.map((options) => list(options as ListOptions, caller)));
  expect(descending?.rows).toEqual(rows.toReversed());
  for (const page of ascending) expect(page.rows).toEqual(rows);
});
