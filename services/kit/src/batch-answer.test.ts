import { z } from 'zod';
import { answerBatch } from './batch-answer.ts';
import { companyCaller } from './caller.ts';
import { notFound, VitaeError } from './errors.ts';
import { id } from './fields.ts';

const key = z.object({ id: id() });
const found = async (reads: { key: { id: number }; caller: { companyId: number } }[]) =>
  reads.map((read) => (read.key.id === 404 ? notFound('thing_not_found', 'No such thing.') : { json: `${read.caller.companyId}/${read.key.id}` }));

describe('a batch', () => {
  test('answers each item in the order asked, whatever became of its neighbours', async () => {
    const { items } = await answerBatch(
      [
        { caller: companyCaller(1, 'a'), id: 5 },
        { caller: companyCaller(2, 'b'), id: 404 },
        { caller: companyCaller(2, 'c'), id: -1 },
        { caller: null, id: 6 },
        { caller: companyCaller(2, 'd'), id: 7 },
      ],
      key,
      found,
    );
    expect(items.map((item) => [item.status.reason, item.json])).toEqual([
      ['', '1/5'],
      ['thing_not_found', undefined],
      ['invalid_argument', undefined],
      ['caller_missing', undefined],
      ['', '2/7'],
    ]);
  });

  test('of more than 64 items is refused whole', async () => {
    const items = Array.from({ length: 65 }, () => ({ caller: companyCaller(1, 'a'), id: 1 }));
    await expect(answerBatch(items, key, found)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('fails as a call when the database is away, so that it may be tried again', async () => {
    const away = async () => {
      throw new VitaeError('UNAVAILABLE', 'database_unavailable', 'away');
    };
    await expect(answerBatch([{ caller: companyCaller(1, 'a'), id: 1 }], key, away)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('without a good item asks the database nothing', async () => {
    const never = async () => {
      throw new Error('asked');
    };
    await expect(answerBatch([{ caller: null, id: 1 }], key, never)).resolves.toMatchObject({ items: [{ status: { reason: 'caller_missing' } }] });
  });
});
