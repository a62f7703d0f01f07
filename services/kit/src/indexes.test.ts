import { createIndexes } from './indexes.ts';

type Indexed = Parameters<typeof createIndexes>[0];

/** A model whose index builds end with these results, one after the other, and whose collection is not being indexed. */
function modelOf(results: (Error | undefined)[]) {
  const remaining = [...results];
  const db = { command: async () => ({ cursor: { firstBatch: [{ name: '_id_' }] } }) };
  const model = {
    collection: { collectionName: 'cvs', conn: { db } },
    createIndexes: async () => {
      const error = remaining.shift();
      if (error) throw error;
    },
  };
  return { model: model as unknown as Indexed, remaining };
}

const named = (name: string) => Object.assign(new Error('connection 2 timed out'), { name });

test('waits for an index build that takes longer than the socket timeout', async () => {
  const { model, remaining } = modelOf([
    named('MongoNetworkTimeoutError'),
    named('MongoNetworkTimeoutError'),
    undefined,
    undefined,
  ]);
  await createIndexes(model);
  expect(remaining).toHaveLength(1);
});

test('does not retry other MongoDB errors', async () => {
  for (const name of ['MongoNetworkError', 'MongoServerError']) {
    const { model, remaining } = modelOf([named(name), undefined]);
    await expect(createIndexes(model)).rejects.toThrow('timed out');
    expect(remaining).toHaveLength(1);
  }
});
