import { companyCaller } from '@vitae/kit/caller';
import { contracts } from '@vitae/proto/contract';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { createResumeApp } from '@vitae/resume/app';
import { openServiceFixture, type ServiceFixture } from '../support/kit/service-fixture.ts';
import { compare, type Row, type Side } from './compare.ts';
import { WHY_MISSED } from './lists.ts';
import { COMPANY, seedUsers } from './seed-company.ts';

type Service = ServiceFixture<ResumeServiceDefinition>;
type Seeded = { service: Service; users: number };
type Read = { title: string; read(seeded: Seeded, index: number): Promise<unknown> };

/** `BENCH_USERS=1000,10000` sets others. */
const [SMALL = 10_000, LARGE = 1_000_000] = (process.env.BENCH_USERS ?? '10000,1000000').split(',').map(Number);
const GOAL = 1.3;
const REPETITIONS = 200;
const caller = companyCaller(COMPANY, 'bench');
const page = { limit: 50 };

/** Returns a user of the company, which has every fifth user; consecutive indexes are spread over all users. */
const idOf = (users: number, index: number) =>
  (Math.floor((users / 5) * ((index * 0.618_034) % 1)) % (users / 5)) * 5 + 1;

const reads: Read[] = [
  {
    title: 'A user by id',
    read: async ({ service, users }, index) => {
      const items = [{ caller, user: { id: String(idOf(users, index)), byIdOrigin: false } }];
      const response = await service.call.BatchGetUsers({ items });
      if (response.items[0]?.status?.code !== 0) throw new Error('The user does not exist');
    },
  },
  { title: 'The first page of users', read: ({ service }) => service.call.ListUsers({ page }, { caller }) },
  {
    title: 'A search for one word',
    read: ({ service }) => service.call.SearchUsers({ term: 'anna', page }, { caller }),
  },
  {
    title: 'A search for two words',
    read: ({ service }) => service.call.SearchUsers({ term: 'anna martin', page }, { caller }),
  },
];

/** Compares reads with a million users with reads with ten thousand. */
export async function benchUsers(mongodbUri: string): Promise<Row[]> {
  const opened: Seeded[] = [];
  try {
    for (const users of [SMALL, LARGE]) opened.push(await openSeeded(mongodbUri, users));
    const [small, large] = opened as [Seeded, Seeded];
    const rows: Row[] = [];
    for (const { title, read } of reads) {
      const side = (seeded: Seeded): Side => ({
        name: `${seeded.users.toLocaleString('en')} users`,
        measure: () => meanMs((index) => read(seeded, index)),
      });
      const goal = { goal: GOAL, goalIs: 'max', whyMissed: WHY_MISSED } as const;
      rows.push(await compare({ title, ours: side(large), peer: side(small), ...goal }, 'ms'));
    }
    return rows;
  } finally {
    for (const { service } of opened) await service.close();
  }
}

async function openSeeded(mongodbUri: string, users: number): Promise<Seeded> {
  const service = await openServiceFixture(
    contracts.resume(),
    (connection) => createResumeApp({ connection, siteUrl: 'https://cv.example', checkGrant: async () => undefined }),
    mongodbUri,
  );
  await seedUsers(service.connection, users, ['users']);
  return { service, users };
}

async function meanMs(work: (index: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (let index = 0; index < REPETITIONS; index += 1) await work(index);
  return (performance.now() - startedAt) / REPETITIONS;
}
