import { createGroupCommit } from './group-commit.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function recorder() {
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
  test('starts at once, and takes those who came meanwhile together', async () => {
    const { groups, add } = recorder();
    const all = [add('a', 1), add('a', 2), add('a', 3), add('b', 4)];
    expect(groups.map(({ name, group }) => [name, group])).toEqual([
      ['a', [1]],
      ['b', [4]],
    ]);
    groups[0]?.finish();
    await settle();
    expect(groups[2]?.group).toEqual([2, 3]);
    groups[1]?.finish();
    groups[2]?.finish();
    await Promise.all(all);
    await settle();
    const later = add('a', 5);
    expect(groups[3]?.group).toEqual([5]);
    groups[3]?.finish();
    await later;
  });

  test('is not larger than it may be, unless one alone is', async () => {
    const { groups, add } = recorder();
    const all = [1, 6, 4, 5, 99, 1].map((size) => add('a', size));
    for (let index = 0; index < 5; index += 1) {
      groups[index]?.finish();
      await settle();
    }
    await Promise.all(all);
    expect(groups.map(({ group }) => group)).toEqual([[1], [6, 4], [5], [99], [1]]);
  });

  test('fails those who failed, and all when it failed itself; the next ones go on', async () => {
    const { groups, add } = recorder();
    const all = Promise.allSettled([1, 2, 3].map((size) => add('a', size)));
    groups[0]?.finish([], new Error('away'));
    await settle();
    const last = add('a', 4);
    groups[1]?.finish([new Error('too much'), undefined]);
    await settle();
    groups[2]?.finish();
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    await last;
  });
});
