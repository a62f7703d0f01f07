import type { Caller } from '@vitae/kit/caller';
import type { Services } from '@vitae/proto/clients/services';
import { createMetadataSearch } from '../metadata/metadata-search.ts';
import { createUserAccess } from './user-access.ts';

const server: Caller = { companyId: 1, applicationId: 9, userId: 0, requestId: 'r' };
const clock = { now: () => 1_000_000 };

function grantsOf(users: number[]) {
  const noted: [number, readonly number[], Date][] = [];
  const grants = {
    usersAfter: async () => users,
    usersWithGrant: async (_application: number, ids: readonly number[]) => ids.filter((id) => users.includes(id)),
    noteUse: async (applicationId: number, ids: readonly number[], at: Date) => {
      noted.push([applicationId, ids, at]);
    },
  };
  return { grants, noted };
}

const resume = { user: () => Promise.reject(new Error('not asked')), call: {} as never };

test('a list of all users of a server is a use of their grants', async () => {
  const { grants, noted } = grantsOf([3, 5]);
  expect(await createUserAccess({ resume, grants, clock }).restrict([], server)).toEqual([3, 5]);
  expect(noted).toEqual([[9, [3, 5], new Date(1_000_000)]]);
});

test('a list of named users is a use of those who allow it', async () => {
  const { grants, noted } = grantsOf([3, 5]);
  expect(await createUserAccess({ resume, grants, clock }).restrict([5, 8], server)).toEqual([5]);
  expect(noted).toEqual([[9, [5], new Date(1_000_000)]]);
});

test('a search by keys is a use of the grants of those who are looked at', async () => {
  const { grants, noted } = grantsOf([3, 5]);
  const metadata = { call: { MatchUsers: async () => ({ userIds: [5] }) } } as unknown as Services['metadata'];
  const search = createMetadataSearch({ metadata, resume, grants, clock });
  expect(await search('com.acme.*', { limit: 100, cursor: '' }, server)).toEqual({ users: [5], next: '' });
  expect(noted).toEqual([[9, [3, 5], new Date(1_000_000)]]);
});

test('nothing is written where nobody allows the application', async () => {
  const { grants, noted } = grantsOf([]);
  expect(await createUserAccess({ resume, grants, clock }).restrict([5], server)).toEqual([]);
  expect(await createUserAccess({ resume, grants, clock }).restrict([], server)).toEqual([]);
  expect(noted).toEqual([]);
});
