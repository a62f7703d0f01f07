import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { type Model, Schema } from 'mongoose';
import { createSequence } from './sequence.ts';
import { inTransaction } from './transaction.ts';

let database: DatabaseFixture;
type Account = { _id: number; balance: number };
let accounts: Model<Account>;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  accounts = database.connection.model<Account>('Account', new Schema<Account>({ _id: Number, balance: Number }));
  await accounts.createCollection();
});
afterAll(() => database.drop());

describe('sequence', () => {
  test('never repeats an id under concurrency', async () => {
    const sequences = [createSequence(database.connection, 'things'), createSequence(database.connection, 'things')];
    const numbers = await Promise.all(Array.from({ length: 200 }, (_, index) => sequences[index % 2]?.next()));
    expect(new Set(numbers).size).toBe(200);
    expect(Math.min(...numbers.map(Number))).toBe(1);
    await expect(createSequence(database.connection, 'others').next()).resolves.toBe(1);
  });
});

describe('transaction', () => {
  test('retries conflicting writes without losing updates', async () => {
    await accounts.create({ _id: 1, balance: 0 });
    const deposit = () =>
      inTransaction(
        database.connection,
        async (session) => {
          const account = await accounts.findById(1).session(session).lean();
          await accounts.updateOne({ _id: 1 }, { balance: Number(account?.balance) + 1 }).session(session);
        },
        { attempts: 100 },
      );
    await Promise.all(Array.from({ length: 10 }, deposit));
    expect((await accounts.findById(1).lean())?.balance).toBe(10);
  });

  test('rolls back when its work fails', async () => {
    const failing = inTransaction(database.connection, async (session) => {
      await accounts.create([{ _id: 2, balance: 5 }], { session });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await accounts.findById(2).lean()).toBeNull();
  });

  test('fails as unavailable after the maximum number of attempts', async () => {
    let attempts = 0;
    await accounts.create({ _id: 3, balance: 0 });
    const conflicting = inTransaction(
      database.connection,
      async (session) => {
        attempts += 1;
        await accounts.findById(3).session(session);
        await accounts.updateOne({ _id: 3 }, { $inc: { balance: 1 } }); // outside the transaction: always a conflict
        await accounts.updateOne({ _id: 3 }, { $inc: { balance: 1 } }).session(session);
      },
      { attempts: 3, random: () => 0 },
    );
    await expect(conflicting).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'write_contention', retryAfter: 1 });
    expect(attempts).toBe(3);
  });

  test('stops retrying a duplicate key that is permanent', async () => {
    let attempts = 0;
    await accounts.create({ _id: 4, balance: 0 });
    const duplicate = inTransaction(database.connection, async (session) => {
      attempts += 1;
      await accounts.create([{ _id: 4, balance: 1 }], { session });
    });
    await expect(duplicate).rejects.toMatchObject({ code: 11000 });
    expect(attempts).toBe(3);
  });

  test('does not start when its signal is aborted', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(inTransaction(database.connection, async () => 1, { signal: controller.signal })).rejects.toThrow(
      'aborted',
    );
  });
});
