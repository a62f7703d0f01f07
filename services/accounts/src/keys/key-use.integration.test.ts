import { createLogger } from '@vitae/kit/log';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { until } from '@vitae/test/support/until';
import { createKeyUseRecorder, type KeyUseStore } from './key-use.ts';
import { createKeyUseStore } from './key-use-mongo-store.ts';

const { jest } = import.meta;
const log = createLogger({ name: 'test', level: 'silent' });
let database: DatabaseFixture;
let store: KeyUseStore;
let now = Date.UTC(2026, 0, 1);
const clock = { now: () => now };

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  store = createKeyUseStore(database.connection);
});
afterAll(() => database.drop());

const use = (at: number, userAgent = 'curl/8') => ({ at: new Date(at), address: '192.0.2.1', userAgent });

describe('key use', () => {
  test('stores the latest use, regardless of the order of writes', async () => {
    await store.write(
      new Map([
        [1, use(now, '$late')],
        [2, use(now)],
      ]),
    );
    await store.write(
      new Map([
        [1, use(now - 5_000, 'early')],
        [2, use(now + 5_000, 'later')],
      ]),
    );
    const uses = await store.findAll([1, 2, 3]);
    expect(uses.get(1)).toEqual(use(now, '$late'));
    expect(uses.get(2)).toEqual(use(now + 5_000, 'later'));
    expect(uses.has(3)).toBe(false);
  });

  test('records only the first of many requests in a period', async () => {
    const recorder = createKeyUseRecorder(store, clock, log);
    let lookups = 0;
    for (let request = 0; request < 1_000; request++) {
      recorder.record(7, () => {
        lookups += 1;
        return { address: '192.0.2.7', userAgent: 'PHP\n'.padEnd(500, 'x') };
      });
      now += 1;
    }
    await recorder.close();
    expect(lookups).toBe(1);
    const { at, address, userAgent } = (await store.findAll([7])).get(7) ?? {};
    expect([at?.getTime(), address, userAgent?.slice(0, 5), userAgent?.length]).toEqual([
      now - 1_000,
      '192.0.2.7',
      'PHP?x',
      200,
    ]);
  });

  test('keeps a newer use than the one whose write failed', async () => {
    const written: string[] = [];
    let fail = () => {};
    const failing: KeyUseStore = {
      ...store,
      write: (uses) => {
        written.push([...uses].map(([id, one]) => `${id} ${one.userAgent}`).join());
        if (written.length > 1) return Promise.resolve();
        return new Promise((_resolve, reject) => {
          fail = () => reject(new Error('unavailable'));
        });
      },
    };
    const recorder = createKeyUseRecorder(failing, clock, log);
    const record = (id: number, userAgent: string) => recorder.record(id, () => ({ address: '', userAgent }));
    record(1, 'old');
    record(2, 'old');
    const closed = recorder.close();
    await until('the first write', async () => written.length === 1);
    record(1, 'new');
    fail();
    await expect(closed).rejects.toThrow('unavailable');
    await recorder.close();
    expect(written).toEqual(['1 old,2 old', '1 new,2 old']);
    await recorder.close();
    expect(written).toHaveLength(2);
  });

  test('buffers a limited number of uses while MongoDB is unavailable', async () => {
    let isUnavailable = true;
    const written: number[] = [];
    const failing: KeyUseStore = {
      ...store,
      write: async (uses) => {
        if (isUnavailable) throw new Error('unavailable');
        written.push(...uses.keys());
      },
    };
    const recorder = createKeyUseRecorder(failing, clock, log);
    for (let id = 1; id <= 12_000; id++) recorder.record(id, () => ({ address: '', userAgent: '' }));
    await expect(recorder.close()).rejects.toThrow('unavailable');
    isUnavailable = false;
    await recorder.close();
    expect(written).toHaveLength(10_000);
  });
});

test('uses are written every second', async () => {
  jest.useFakeTimers();
  try {
    const written: number[] = [];
    const write = async () => void written.push(1);
    const recorder = createKeyUseRecorder({ ...store, write }, clock, log);
    recorder.record(7, () => ({ address: '192.0.2.7', userAgent: 'curl/8' }));
    await jest.advanceTimersByTimeAsync(999);
    expect(written).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(written).toEqual([1]);
    await recorder.close();
  } finally {
    jest.useRealTimers();
  }
});
