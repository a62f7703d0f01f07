import { handleBatch } from './batch-handler.ts';
import { type Caller, companyCaller, userInScope } from './caller.ts';
import { notFound, VitaeError } from './errors.ts';
import { id } from './fields.ts';
import { validate } from './validate.ts';

type Item = { caller: Caller | null; id: number };
const scope = (item: Item, caller: Caller) => userInScope(caller, validate(id(), item.id));
const read = async (keys: { companyId: number; userId: number }[]) =>
  keys.map((key) =>
    key.userId === 404 ? notFound('thing_not_found', 'No such thing.') : { json: `${key.companyId}/${key.userId}` },
  );

describe('batch handler', () => {
  test('returns a result for each item in request order, even if other items fail', async () => {
    const { items } = await handleBatch(
      [
        { caller: companyCaller(1, 'a'), id: 5 },
        { caller: companyCaller(2, 'b'), id: 404 },
        { caller: companyCaller(2, 'c'), id: -1 },
        { caller: null, id: 6 },
        { caller: companyCaller(2, 'd'), id: 7 },
        { caller: { ...companyCaller(2, 'e'), userId: 8 }, id: 7 },
      ],
      scope,
      read,
    );
    expect(items.map((item) => [item.status.reason, item.json])).toEqual([
      ['', '1/5'],
      ['thing_not_found', undefined],
      ['invalid_argument', undefined],
      ['caller_missing', undefined],
      ['', '2/7'],
      ['user_not_found', undefined],
    ]);
  });

  test('rejects a batch of more than 64 items', async () => {
    const items = Array.from({ length: 65 }, () => ({ caller: companyCaller(1, 'a'), id: 1 }));
    await expect(handleBatch(items, scope, read)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('fails the whole call when the database is unavailable, so that the client can retry', async () => {
    const unavailable = async () => {
      throw new VitaeError('UNAVAILABLE', 'database_unavailable', 'down');
    };
    await expect(handleBatch([{ caller: companyCaller(1, 'a'), id: 1 }], scope, unavailable)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  test('does not query the database if no item is valid', async () => {
    const never = async () => {
      throw new Error('queried');
    };
    await expect(handleBatch([{ caller: null, id: 1 }], scope, never)).resolves.toMatchObject({
      items: [{ status: { reason: 'caller_missing' } }],
    });
  });
});
