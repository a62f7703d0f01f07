import { type Model, Schema } from 'mongoose';
import { openScratchDatabase, type ScratchDatabase } from '@vitae/test/support/kit/database-fixture';
import { createSequence } from './sequence.ts';
import { inTransaction } from './transaction.ts';

let database: ScratchDatabase;
type Account = { _id: number; balance: number };
let accounts: Model<Account>;

beforeAll(async () => {
  database = await openScratchDatabase(process.env.MONGODB_URI);
  accounts = database.connection.model<Account>('Account', new Schema<Account>({ _id: Number, balance: Number }));
  await accounts.createCollection();
});
afterAll(() => database.drop());

describe('a sequence', () => {
  test('gives every number once, to callers that ask at once', async () => {
    const sequences = [createSequence(database.connection, 'things'), createSequence(database.connection, 'things')];
    const numbers = await Promise.all(Array.from({ length: 200 }, (_, index) => sequences[index % 2]?.next()));
    expect(new Set(numbers).size).toBe(200);
    expect(Math.min(...numbers.map(Number))).toBe(1);
    await expect(createSequence(database.connection, 'others').next()).resolves.toBe(1);
  });
});

describe('a transaction', () => {
  test('is tried again when others change the same document, and loses nothing', async () => {
    await accounts.create({ _id: 1, balance: 0 });
    const deposit = () =>
      inTransaction(
        database.connection,
        async (session) => {
          const found = await accounts.findById(1).session(session).lean();
          await accounts.updateOne({ _id: 1 }, { balance: Number(found?.balance) + 1 }).session(session);
        },
        { attempts: 100 },
      );
    await Promise.all(Array.from({ length: 10 }, deposit));
    expect((await accounts.findById(1).lean())?.balance).toBe(10);
  });

  test('leaves nothing behind when its work fails', async () => {
    const failing = inTransaction(database.connection, async (session) => {
      await accounts.create([{ _id: 2, balance: 5 }], { session });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await accounts.findById(2).lean()).toBeNull();
  });

  test('gives up after its tries, with a word that it may be tried later', async () => {
    let tries = 0;
    await accounts.create({ _id: 3, balance: 0 });
    const hopeless = inTransaction(
      database.connection,
      async (session) => {
        tries += 1;
        await accounts.findById(3).session(session);
        await accounts.updateOne({ _id: 3 }, { $inc: { balance: 1 } }); // from outside: always a conflict
        await accounts.updateOne({ _id: 3 }, { $inc: { balance: 1 } }).session(session);
      },
      { attempts: 3, random: () => 0 },
    );
    await expect(hopeless).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'write_contention', retryAfter: 1 });
    expect(tries).toBe(3);
  });

  test('is not tried on and on for a value that is taken for good', async () => {
    let tries = 0;
    await accounts.create({ _id: 4, balance: 0 });
    const taken = inTransaction(database.connection, async (session) => {
      tries += 1;
      await accounts.create([{ _id: 4, balance: 1 }], { session });
    });
    await expect(taken).rejects.toMatchObject({ code: 11000 });
    expect(tries).toBe(3);
  });

  test('stops trying when nobody waits any more', async () => {
    const gone = new AbortController();
    gone.abort();
    await expect(inTransaction(database.connection, async () => 1, { signal: gone.signal })).rejects.toThrow('aborted');
  });
});
