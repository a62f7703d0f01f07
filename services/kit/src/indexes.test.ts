import { createIndexes } from './indexes.ts';

type Indexed = Parameters<typeof createIndexes>[0];

/** A model whose builds end so, one after the other. */
function modelOf(ends: (Error | undefined)[]) {
  const left = [...ends];
  const model = {
    createIndexes: async () => {
      const error = left.shift();
      if (error) throw error;
    },
  };
  return { model: model as unknown as Indexed, left };
}

const named = (name: string) => Object.assign(new Error('connection 2 timed out'), { name });

test('a build that outlasts the connection is waited for', async () => {
  const { model, left } = modelOf([
    named('MongoNetworkTimeoutError'),
    named('MongoNetworkTimeoutError'),
    undefined,
    undefined,
  ]);
  await createIndexes(model);
  expect(left).toHaveLength(1);
});

test('a MongoDB that is away, or refuses, is not', async () => {
  for (const name of ['MongoNetworkError', 'MongoServerError']) {
    const { model, left } = modelOf([named(name), undefined]);
    await expect(createIndexes(model)).rejects.toThrow('timed out');
    expect(left).toHaveLength(1);
  }
});
