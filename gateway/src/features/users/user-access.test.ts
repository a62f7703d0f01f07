import type { Caller } from '@vitae/kit/caller';
import type { Services } from '@vitae/proto/clients/services';
import { createMetadataSearch } from '../metadata/metadata-search.ts';
import { createUserAccess } from './user-access.ts';

const server: Caller = { companyId: 1, applicationId: 9, userId: 0, requestId: 'r' };
const company: Caller = { ...server, applicationId: 0 };
const clock = { now: () => 1_000_000 };

function grantsOf(users: number[]) {
  const recorded: [number, readonly number[], Date][] = [];
  const grants = {
    usersAfter: async () => users,
    usersWithGrant: async (_application: number, ids: readonly number[]) => ids.filter((id) => users.includes(id)),
    recordUse: async (applicationId: number, ids: readonly number[], at: Date) => {
      recorded.push([applicationId, ids, at]);
    },
  };
  return { grants, recorded };
}

const resume = { user: () => Promise.reject(new Error('not asked')), call: {} as never };

test('records the use of all grants when a server lists all users', async () => {
  const { grants, recorded } = grantsOf([3, 5]);
  expect(await createUserAccess({ resume, grants, clock }).restrict([], server)).toEqual([3, 5]);
  expect(recorded).toEqual([[9, [3, 5], new Date(1_000_000)]]);
});

test('records the use of the grants of named users', async () => {
  const { grants, recorded } = grantsOf([3, 5]);
  expect(await createUserAccess({ resume, grants, clock }).restrict([5, 8], server)).toEqual([5]);
  expect(recorded).toEqual([[9, [5], new Date(1_000_000)]]);
});

test('records the use of the grants of searched users', async () => {
  const { grants, recorded } = grantsOf([3, 5]);
  const metadata = { call: { MatchUsers: async () => ({ userIds: [5] }) } } as unknown as Services['metadata'];
  const search = createMetadataSearch({ metadata, resume, grants, clock });
  const call = { caller: server, signal: new AbortController().signal };
  expect(await search('com.acme.*', { limit: 100, cursor: '' }, call)).toEqual({ users: [5], next: '' });
  expect(recorded).toEqual([[9, [3, 5], new Date(1_000_000)]]);
});

test('cancels the calls of a search when the client disconnects', async () => {
  const signals: unknown[] = [];
  const record =
    <T>(response: T) =>
    async (_request: unknown, options: { signal: AbortSignal }) => {
      signals.push(options.signal);
      return response;
    };
  const metadata = { call: { MatchUsers: record({ userIds: [] }), SearchUsers: record({ userIds: [], next: '' }) } };
  const call = { ListUsers: record({ json: Buffer.from('[{"id":3}]'), next: '' }) };
  const clients = { metadata, resume: { call } } as never as { metadata: Services['metadata']; resume: typeof resume };
  const search = createMetadataSearch({ ...clients, grants: grantsOf([]).grants, clock });
  const { signal } = new AbortController();
  for (const query of ['a', '!a']) await search(query, { limit: 10, cursor: '' }, { caller: company, signal });
  expect(signals).toEqual([signal, signal, signal]);
});

test('records nothing if no user has authorized the application', async () => {
  const { grants, recorded } = grantsOf([]);
  expect(await createUserAccess({ resume, grants, clock }).restrict([5], server)).toEqual([]);
  expect(await createUserAccess({ resume, grants, clock }).restrict([], server)).toEqual([]);
  expect(recorded).toEqual([]);
});
