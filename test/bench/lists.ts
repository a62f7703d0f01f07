import { companyCaller } from '@vitae/kit/caller';
import { contracts } from '@vitae/proto/contract';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { createResumeApp } from '@vitae/resume/app';
import { openServiceFixture, type ServiceFixture } from '../support/kit/service-fixture.ts';
import { compare, medianMs, type Row, type Side } from './compare.ts';
import { COMPANY, seedUsers, TAG } from './seed-company.ts';

type Service = ServiceFixture<ResumeServiceDefinition>;
type Seeded = Service & { users: number; deepPage: number };
type List<S = Seeded> = { title: string; read(service: S): Promise<unknown> };

const SMALL = 10_000;
const LARGE = 100_000;
const GOAL = 1.3;
const LIMIT = 50;
const REPETITIONS = 9;
/** Explains a list that takes longer in a larger company. */
export const WHY_MISSED =
  'Totals are exact up to 10,000, so a list counts up to 10,001 matches: ten times as many as in the smaller company, and no more in any larger one. A search for several words reads each match to compare whole words.';

const caller = companyCaller(COMPANY, 'bench');
const page = { limit: LIMIT };

const filters: [type: string, value: string, comparator?: string][][] = [
  [],
  [['cvType', 'main']],
  [['recipient', 'R7']],
  [['manager', '3']],
  [['tagId', String(TAG)]],
  [['completion', '0.5', '>=']],
  [['created', '2025-01-01', '>=']],
  [['updated', '2024-03-01', '<=']],
];
const sorts = ['created', 'updated', 'recipient', 'completion'];

/** Every filter with every sort field. */
export const cvLists = filters.flatMap((filter) =>
  sorts.map((field): List<Service> => {
    const request = {
      filters: filter.map(([type, value, comparator = '']) => ({ type, value, comparator })),
      sort: [{ field, descending: false }],
      page,
    };
    const name = filter.map((parts) => parts.join(' ')).join(', ') || 'no filter';
    return { title: `/cv/list, ${name}, by ${field}`, read: ({ call }) => call.ListCvs(request, { caller }) };
  }),
);

const userLists: List[] = [
  ...['anna', 'mart', 'anna martin', 'a'].map(
    (term): List => ({
      title: `/users/search/${term}`,
      read: ({ call }) => call.SearchUsers({ term, page }, { caller }),
    }),
  ),
  { title: '/tags/{id}/users', read: ({ call }) => call.ListTagUsers({ id: TAG, page }, { caller }) },
  { title: '/users', read: ({ call }) => call.ListUsers({ page }, { caller }) },
  {
    title: '/users?page= near the end, repeated',
    read: ({ call, deepPage }) => call.ListUsers({ page: { page: deepPage, limit: LIMIT } }, { caller }),
  },
];

/** Compares lists of a company with 20,000 of 100,000 users with those of a company with 2,000 of 10,000 users. */
export async function benchLists(mongodbUri: string): Promise<Row[]> {
  const small = await openSeeded(mongodbUri, SMALL);
  const large = await openSeeded(mongodbUri, LARGE);
  const goal = { goal: GOAL, goalIs: 'max', whyMissed: WHY_MISSED } as const;
  try {
    const rows: Row[] = [];
    for (const { title, read } of [...userLists, ...cvLists]) {
      const side = (seeded: Seeded): Side => ({
        name: `${seeded.users.toLocaleString('en')} users`,
        measure: () => medianMs(REPETITIONS, () => read(seeded)),
      });
      rows.push(await compare({ title, ours: side(large), peer: side(small), ...goal }, 'ms'));
    }
    return rows;
  } finally {
    await small.close();
    await large.close();
  }
}

async function openSeeded(mongodbUri: string, users: number): Promise<Seeded> {
  const service = await openServiceFixture(
    contracts.resume(),
    (connection) => createResumeApp({ connection, siteUrl: 'https://cv.example', checkGrant: async () => undefined }),
    mongodbUri,
  );
  await seedUsers(service.connection, users);
  const { total } = await service.call.ListUsers({ page }, { caller });
  return { ...service, users, deepPage: Math.floor(total / LIMIT) - 1 };
}
