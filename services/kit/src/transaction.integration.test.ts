import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { type Model, Schema } from 'mongoose';
import { BLOCK_LIFETIME_MS, createSequence } from './sequence.ts';
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

  /** A sequence whose process reserves blocks, as two processes do with two of them. */
  const openBlocks = (name: string) => {
    let time = 0;
    const sequence = createSequence(database.connection, name, { maxBlock: 8, now: () => time });
    const take = async (count: number) => {
      const taken: number[] = [];
      while (taken.length < count) taken.push(await sequence.next());
      return taken;
    };
    const wait = () => {
      time += BLOCK_LIFETIME_MS;
    };
    return { ...sequence, take, wait };
  };
  const counterOf = async (name: string) =>
    (await database.connection.collection('sequences').findOne({ _id: name as never }))?.value;

  test('reserves larger blocks for a busy process, and single ids for an idle one', async () => {
    const busy = openBlocks('busy');
    const counters: unknown[] = [];
    for (let id = 1; id <= 24; id += 1) {
      await expect(busy.next()).resolves.toBe(id);
      counters.push(await counterOf('busy'));
    }
    expect([...new Set(counters)]).toEqual([1, 3, 7, 15, 23, 31]);
    busy.wait();
    await expect(busy.next()).resolves.toBe(32);
    expect(await counterOf('busy')).toBe(32);
    for (let id = 33; id <= 36; id += 1) {
      busy.wait();
      await expect(busy.next()).resolves.toBe(id);
    }
  });

  test('never repeats an id across processes and restarts', async () => {
    const processes = [openBlocks('shared'), openBlocks('shared')];
    const takeAll = async () => (await Promise.all(processes.map(({ take }) => take(50)))).flat();
    const taken = [...(await takeAll()), ...(await takeAll())];
    processes[0] = openBlocks('shared'); // the ids that the stopped process had reserved are skipped
    taken.push(...(await takeAll()));
    expect(new Set(taken).size).toBe(300);
    for (const { wait } of processes) wait();
    const later = await Promise.all(processes.map(({ next }) => next()));
    expect(Math.min(...later)).toBeGreaterThan(Math.max(...taken));
  });

  test('reserves once for all concurrent calls of a process', async () => {
    const { next, reserve, take } = openBlocks('concurrent');
    const ids = await Promise.all([next(), reserve(20), next(), reserve(0), reserve(3)]);
    expect(ids.flat().sort((one, other) => one - other)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    const [several = []] = await Promise.all([reserve(5), take(30)]);
    expect(several).toEqual([...several].sort((one, other) => one - other));
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
