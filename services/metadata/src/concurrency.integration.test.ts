import { companyCaller } from '@vitae/kit/caller';
import { openServiceFixture, type ServiceFixture } from '@vitae/test/support/kit/service-fixture';
import { contracts } from '@vitae/proto/contract';
import type { MetadataServiceDefinition } from '@vitae/proto/gen/cv/metadata/v1/MetadataService';
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

/** Every fifth request starts afresh, by a reset or by a wildcard; the others add to what is there. */
async function request(index: number): Promise<Outcome> {
  const by = `by:${index}`;
  const change = {
    userIds: index % 2 ? users : users.toReversed(),
    reset: index % 10 === 0,
    unassign: index % 10 === 5 ? ['by:*'] : [],
    assign: [by],
  };
  const replica = replicas[index % replicas.length];
  const answer = await replica?.call.UpdateMetadata({ changes: [change] }, { caller });
  return { by, clears: index % 5 === 0, states: (answer?.users ?? []).map((user) => JSON.stringify(user.keys)) };
}

test('1,000 updates of the same 50 users at once end as if they had come one after the other', async () => {
  const outcomes = await Promise.all(Array.from({ length: 1_000 }, (_, index) => request(index)));

  // Each request saw and left all users in the same state: nothing came between its users.
  for (const { states } of outcomes) {
    expect(states).toHaveLength(users.length);
    expect(new Set(states).size).toBe(1);
  }

  // Each state says who made it. A request that adds names its predecessor, and no two have the
  // same one; a request that starts afresh may stand after any. So the chains are a serial order.
  const madeBy = new Map(outcomes.map(({ by, states }) => [states[0], by]));
  const successors = new Map<string, string>();
  for (const { by, clears, states } of outcomes) {
    const others = (JSON.parse(states[0] ?? '') as string[]).filter((key) => key !== by);
    if (clears) expect(others).toEqual([]);
    else {
      const predecessor = others.length === 0 ? 'nothing' : (madeBy.get(JSON.stringify(others)) ?? 'unknown');
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
  const last = madeBy.get([...final][0] ?? '');
  expect(last).toBeDefined();
  expect(successors.has(last ?? '')).toBe(false);

  for (const query of ['by:*', last ?? '']) {
    const answer = await replicas[0]?.call.SearchUsers({ query, limit: 100 }, { caller });
    expect(answer?.userIds).toEqual(users);
  }
}, 240_000);

test('two requests that read what the other changes do not both go by what was before', async () => {
  // A: user 101 gives up x, user 102 gets y if it holds none. B: the other way round. In any order
  // the second one finds the first one's change.
  for (let round = 0; round < 20; round += 1) {
    const [one, two] = [1_000 + 2 * round, 1_001 + 2 * round];
    const change = (userIds: number[], unassign: string[], assign: string[]) => ({
      userIds,
      reset: false,
      unassign,
      assign,
    });
    await replicas[0]?.call.UpdateMetadata({ changes: [change([one, two], [], ['x'])] }, { caller });
    const [first, second] = await Promise.all([
      replicas[0]?.call.UpdateMetadata(
        { changes: [change([one], ['x'], []), change([two], ['none'], [])] },
        { caller },
      ),
      replicas[1]?.call.UpdateMetadata(
        { changes: [change([two], ['x'], []), change([one], ['none'], [])] },
        { caller },
      ),
    ]);
    const seenByFirst = first?.users.find((user) => user.userId === two)?.keys;
    const seenBySecond = second?.users.find((user) => user.userId === one)?.keys;
    expect([seenByFirst, seenBySecond]).not.toEqual([['x'], ['x']]);
  }
});
