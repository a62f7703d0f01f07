import { companyCaller } from '@vitae/kit/caller';
import { contracts } from '@vitae/proto/contract';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { createResumeApp } from '@vitae/resume/app';
import { openServiceFixture, type ServiceFixture } from '../support/kit/service-fixture.ts';
import { compare, type Row, type Side } from './compare.ts';
import { COMPANY, seedUsers } from './seed-company.ts';

type Service = ServiceFixture<ResumeServiceDefinition>;
type Seeded = { service: Service; users: number };
type Read = { title: string; read(seeded: Seeded, call: number): Promise<unknown> };

const FEW = 10_000;
const MANY = 1_000_000;
const GOAL = 1.3;
const CALLS = 200;
const caller = companyCaller(COMPANY, 'bench');
const page = { limit: 50 };

/** Users of the company that asks, spread over all that there are: every fifth one is its own. */
const idOf = (users: number, call: number) =>
  (Math.floor((users / 5) * ((call * 0.618_034) % 1)) % (users / 5)) * 5 + 1;

const reads: Read[] = [
  {
    title: 'A user by id',
    read: async ({ service, users }, call) => {
      const items = [{ caller, user: { id: String(idOf(users, call)), byIdOrigin: false } }];
      const answer = await service.call.BatchGetUsers({ items });
      if (answer.items[0]?.status?.code !== 0) throw new Error('The user is not there');
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

/** How long a read takes among a million users, beside ten thousand. Seeding the million takes some minutes. */
export async function benchUsers(mongodbUri: string): Promise<Row[]> {
  const opened: Seeded[] = [];
  try {
    for (const users of [FEW, MANY]) opened.push(await openSeeded(mongodbUri, users));
    const [few, many] = opened as [Seeded, Seeded];
    const rows: Row[] = [];
    for (const { title, read } of reads) {
      const side = (seeded: Seeded): Side => ({
        name: `${seeded.users.toLocaleString('en')} users`,
        measure: () => meanMs((call) => read(seeded, call)),
      });
      rows.push(await compare({ title, ours: side(many), peer: side(few), goal: GOAL, goalIs: 'most' }, 'ms'));
    }
    return rows;
  } finally {
    for (const { service } of opened) await service.close();
  }
}

async function openSeeded(mongodbUri: string, users: number): Promise<Seeded> {
  const service = await openServiceFixture(
    contracts.resume(),
    (connection) => createResumeApp({ connection, siteUrl: 'https://cv.example' }),
    mongodbUri,
  );
  await seedUsers(service.connection, users, ['users']);
  return { service, users };
}

async function meanMs(work: (call: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  for (let call = 0; call < CALLS; call += 1) await work(call);
  return (performance.now() - started) / CALLS;
}
