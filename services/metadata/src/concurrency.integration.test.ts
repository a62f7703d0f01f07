import { companyCaller } from '@vitae/kit/caller';
import { contracts } from '@vitae/proto/contract';
import type { MetadataServiceDefinition } from '@vitae/proto/gen/cv/metadata/v1/MetadataService';
import { openServiceFixture, type ServiceFixture } from '@vitae/test/support/kit/service-fixture';
import { createMetadataApp } from './app.ts';

const caller = companyCaller(1, 'test');
const users = Array.from({ length: 50 }, (_, index) => index + 1);
let replicas: ServiceFixture<MetadataServiceDefinition>[];

beforeAll(async () => {
  const first = await openServiceFixture(contracts.metadata(), (connection) => createMetadataApp({ connection }));
  const second = await openServiceFixture(contracts.metadata(), () =>
    createMetadataApp({ connection: first.connection.useDb(first.connection.name) }),
  );
  replicas = [second, first];
});
afterAll(async () => {
  for (const replica of replicas) await replica.close();
});

type Outcome = { by: string; clears: boolean; states: string[] };

/** Every fifth request clears the keys with a reset or a wildcard. The others add a key. */
async function request(index: number): Promise<Outcome> {
  const by = `by:${index}`;
  const change = {
    userIds: index % 2 ? users : users.toReversed(),
    reset: index % 10 === 0,
    unassign: index % 10 === 5 ? ['by:*'] : [],
    assign: [by],
  };
  const replica = replicas[index % replicas.length];
  const response = await replica?.call.UpdateMetadata({ changes: [change] }, { caller });
  return { by, clears: index % 5 === 0, states: (response?.users ?? []).map((user) => JSON.stringify(user.keys)) };
}

test('1,000 concurrent updates of the same 50 users are serializable', async () => {
  const outcomes = await Promise.all(Array.from({ length: 1_000 }, (_, index) => request(index)));

  // Each request left all users in the same state: no other request changed some of its users.
  for (const { states } of outcomes) {
    expect(states).toHaveLength(users.length);
    expect(new Set(states).size).toBe(1);
  }

  // The other keys of a state identify the preceding request. No two requests have the same
  // predecessor, and a request that clears the keys can follow any other: this is a serial order.
  const requestOf = new Map(outcomes.map(({ by, states }) => [states[0], by]));
  const successors = new Map<string, string>();
  for (const { by, clears, states } of outcomes) {
    const others = (JSON.parse(states[0] ?? '') as string[]).filter((key) => key !== by);
    if (clears) expect(others).toEqual([]);
    else {
      const predecessor = others.length === 0 ? 'nothing' : (requestOf.get(JSON.stringify(others)) ?? 'unknown');
      expect(predecessor).not.toBe('unknown');
      expect(successors.has(predecessor)).toBe(false);
      successors.set(predecessor, by);
    }
  }

  const { items } = (await replicas[0]?.call.BatchGetMetadata({
    items: users.map((userId) => ({ caller, userId })),
  })) ?? { items: [] };
  const final = new Set(items.map((item) => JSON.stringify(item.keys)));
  expect(final.size).toBe(1);
  const last = requestOf.get([...final][0] ?? '');
  expect(last).toBeDefined();
  expect(successors.has(last ?? '')).toBe(false);

  for (const query of ['by:*', last ?? '']) {
    const page = await replicas[0]?.call.SearchUsers({ query, limit: 100 }, { caller });
    expect(page?.userIds).toEqual(users);
  }
}, 240_000);

test('concurrent requests that read each other’s users show no write skew', async () => {
  // The first request removes key x of one user and reads the other user; the second one does the
  // reverse. In any serial order, one request sees the change of the other.
  for (let round = 0; round < 20; round += 1) {
    const [userA, userB] = [1_000 + 2 * round, 1_001 + 2 * round];
    const change = (userIds: number[], unassign: string[], assign: string[]) => ({
      userIds,
      reset: false,
      unassign,
      assign,
    });
    await replicas[0]?.call.UpdateMetadata({ changes: [change([userA, userB], [], ['x'])] }, { caller });
    const [first, second] = await Promise.all([
      replicas[0]?.call.UpdateMetadata(
        { changes: [change([userA], ['x'], []), change([userB], ['none'], [])] },
        { caller },
      ),
      replicas[1]?.call.UpdateMetadata(
        { changes: [change([userB], ['x'], []), change([userA], ['none'], [])] },
        { caller },
      ),
    ]);
    const seenByFirst = first?.users.find((user) => user.userId === userB)?.keys;
    const seenBySecond = second?.users.find((user) => user.userId === userA)?.keys;
    expect([seenByFirst, seenBySecond]).not.toEqual([['x'], ['x']]);
  }
});
