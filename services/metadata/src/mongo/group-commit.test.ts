import { createGroupCommit } from './group-commit.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function recordGroups() {
  const groups: {
    name: string;
    group: readonly number[];
    finish: (outcomes?: (Error | undefined)[], failure?: Error) => void;
  }[] = [];
  const commit = (name: string, group: readonly number[]) =>
    new Promise<(Error | undefined)[]>((resolve, reject) => {
      groups.push({ name, group, finish: (outcomes = [], failure) => (failure ? reject(failure) : resolve(outcomes)) });
    });
  return { groups, add: createGroupCommit<number>(commit, (size) => size, 10) };
}

describe('a group commit', () => {
  test('starts immediately and groups the requests that arrive during a commit', async () => {
    const { groups, add } = recordGroups();
    const all = [add('a', 1), add('a', 2), add('a', 3), add('b', 4)];
    expect(groups.map(({ name, group }) => [name, group])).toEqual([
      ['a', [1]],
      ['b', [4]],
    ]);
    groups[0]?.finish();
    await nextTurn();
    expect(groups[2]?.group).toEqual([2, 3]);
    groups[1]?.finish();
    groups[2]?.finish();
    await Promise.all(all);
    await nextTurn();
    const later = add('a', 5);
    expect(groups[3]?.group).toEqual([5]);
    groups[3]?.finish();
    await later;
  });

  test('limits the size of a group unless a single request is larger', async () => {
    const { groups, add } = recordGroups();
    const all = [1, 6, 4, 5, 99, 1].map((size) => add('a', size));
    for (let index = 0; index < 5; index += 1) {
      groups[index]?.finish();
      await nextTurn();
    }
    await Promise.all(all);
    expect(groups.map(({ group }) => group)).toEqual([[1], [6, 4], [5], [99], [1]]);
  });

  test('rejects failed requests, or the whole group if the commit fails, and continues with the next group', async () => {
    const { groups, add } = recordGroups();
    const all = Promise.allSettled([1, 2, 3].map((size) => add('a', size)));
    groups[0]?.finish([], new Error('commit failed'));
    await nextTurn();
    const last = add('a', 4);
    groups[1]?.finish([new Error('request failed'), undefined]);
    await nextTurn();
    groups[2]?.finish();
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    await last;
  });
});
