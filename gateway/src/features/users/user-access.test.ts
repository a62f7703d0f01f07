import type { GrantAccess } from '@vitae/accounts/grants/grant-access';
import type { Caller } from '@vitae/kit/caller';
import type { Services } from '@vitae/proto/clients/services';
import { createMetadataSearch } from '../metadata/metadata-search.ts';
import { createUserAccess } from './user-access.ts';

const server: Caller = { companyId: 1, applicationId: 9, userId: 0, requestId: 'r' };
const company: Caller = { ...server, applicationId: 0 };
const clock = { now: () => 1_000_000 };

/** The users in `withheld` granted access to the profile only. */
function grantsOf(users: number[], withheld: number[] = []) {
  const recorded: [number, readonly number[], Date][] = [];
  const profileOnly: GrantAccess = { cvs: [], data: ['profile'] };
  const found = [
    ...users.map((userId) => ({ userId })),
    ...withheld.map((userId) => ({ userId, access: profileOnly })),
  ];
  const grants = {
    grantsAfter: async () => found,
    grantsOfUsers: async (_application: number, ids: readonly number[]) =>
      found.filter(({ userId }) => ids.includes(userId)),
    recordUse: async (applicationId: number, ids: readonly number[], at: Date) => {
      recorded.push([applicationId, ids, at]);
    },
  };
  return { grants, recorded };
}

const resume = { user: () => Promise.reject(new Error('not asked')), call: {} as never };

test('records the use of all grants when a server lists all users', async () => {
  const { grants, recorded } = grantsOf([3, 5]);
  expect(await createUserAccess({ resume, grants, clock }).restrict([], 'comments', server)).toEqual([3, 5]);
  expect(recorded).toEqual([[9, [3, 5], new Date(1_000_000)]]);
});

test('records the use of the grants of named users', async () => {
  const { grants, recorded } = grantsOf([3, 5]);
  expect(await createUserAccess({ resume, grants, clock }).restrict([5, 8], 'comments', server)).toEqual([5]);
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

describe('owners who did not grant the data to a server', () => {
  const { grants, recorded } = grantsOf([3], [5]);
  const existing = { ...resume, user: async () => ({}) as never };
  const access = createUserAccess({ resume: existing, grants, clock });

  test('are omitted from lists, and the use of their grants is not recorded', async () => {
    expect(await access.restrict([], 'comments', server)).toEqual([3]);
    expect(await access.restrict([5], 'comments', server)).toEqual([]);
    expect(await access.visible([5, 3], 'preferences', server)).toEqual([3]);
    expect(recorded.map(([, ids]) => ids)).toEqual([[3], [3]]);
  });

  test('are omitted from metadata searches', async () => {
    const candidates: unknown[] = [];
    const metadata = {
      call: {
        MatchUsers: async (request: { candidates: number[] }) => {
          candidates.push(request.candidates);
          return { userIds: request.candidates };
        },
      },
    } as unknown as Services['metadata'];
    const search = createMetadataSearch({ metadata, resume, grants, clock });
    const call = { caller: server, signal: new AbortController().signal };
    const { users, next } = await search('a', { limit: 2, cursor: '' }, call);
    expect([candidates, users]).toEqual([[[3]], [3]]);
    expect(next).not.toBe('');
  });

  test('are rejected as not granted, and owners without a grant as unknown', async () => {
    await expect(access.resolve(5, 'statistics', server)).rejects.toMatchObject({ reason: 'not_granted' });
    await expect(access.requireAll([3, 5], 'labels', server)).rejects.toMatchObject({ reason: 'not_granted' });
    await expect(access.requireAll([5, 8], 'labels', server)).rejects.toMatchObject({ reason: 'user_not_found' });
    expect(await access.resolve(5, 'profile', server)).toBe(5);
    expect(await access.resolve(5, 'statistics', company)).toBe(5);
  });
});

test('names up to ten of the users who did not grant the data', async () => {
  const { grants } = grantsOf(
    [3],
    Array.from({ length: 11 }, (_, index) => 20 + index),
  );
  const existing = { ...resume, user: async () => ({}) as never };
  const access = createUserAccess({ resume: existing, grants, clock });
  const messageFor = (ids: number[]) => access.requireAll(ids, 'labels', server).catch(({ message }) => message);
  expect(await messageFor([3, 21])).toBe('User 21 has not granted the application access to the metadata.');
  expect(await messageFor([22, 3, 21])).toBe('Users 22, 21 have not granted the application access to the metadata.');
  expect(await messageFor([30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20])).toBe(
    'Users 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, … have not granted the application access to the metadata.',
  );
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
  expect(await createUserAccess({ resume, grants, clock }).restrict([5], 'comments', server)).toEqual([]);
  expect(await createUserAccess({ resume, grants, clock }).restrict([], 'comments', server)).toEqual([]);
  expect(recorded).toEqual([]);
});
