import { answerBatch } from './batch-answer.ts';
import { type Caller, companyCaller, userWithinReach } from './caller.ts';
import { notFound, VitaeError } from './errors.ts';
import { id } from './fields.ts';
import { validate } from './validate.ts';

type Item = { caller: Caller | null; id: number };
const scope = (item: Item, caller: Caller) => userWithinReach(caller, validate(id(), item.id));
const found = async (keys: { companyId: number; userId: number }[]) =>
  keys.map((key) =>
    key.userId === 404 ? notFound('thing_not_found', 'No such thing.') : { json: `${key.companyId}/${key.userId}` },
  );

describe('a batch', () => {
  test('answers each item in the order asked, whatever became of its neighbours', async () => {
    const { items } = await answerBatch(
      [
        { caller: companyCaller(1, 'a'), id: 5 },
        { caller: companyCaller(2, 'b'), id: 404 },
        { caller: companyCaller(2, 'c'), id: -1 },
        { caller: null, id: 6 },
        { caller: companyCaller(2, 'd'), id: 7 },
        { caller: { ...companyCaller(2, 'e'), userId: 8 }, id: 7 },
      ],
      scope,
      found,
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

  test('of more than 64 items is refused whole', async () => {
    const items = Array.from({ length: 65 }, () => ({ caller: companyCaller(1, 'a'), id: 1 }));
    await expect(answerBatch(items, scope, found)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('fails as a call when the database is away, so that it may be tried again', async () => {
    const away = async () => {
      throw new VitaeError('UNAVAILABLE', 'database_unavailable', 'away');
    };
    await expect(answerBatch([{ caller: companyCaller(1, 'a'), id: 1 }], scope, away)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  test('without a good item asks the database nothing', async () => {
    const never = async () => {
      throw new Error('asked');
    };
    await expect(answerBatch([{ caller: null, id: 1 }], scope, never)).resolves.toMatchObject({
      items: [{ status: { reason: 'caller_missing' } }],
    });
  });
});
