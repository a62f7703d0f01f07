import { createLogger } from '@vitae/kit/log';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createKeyUseRecorder, createKeyUseStore, type KeyUseStore } from './key-use.ts';

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

test('the latest use stays, in whichever order gateways write', async () => {
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
  const found = await store.findAll([1, 2, 3]);
  expect(found.get(1)).toEqual(use(now, '$late'));
  expect(found.get(2)).toEqual(use(now + 5_000, 'later'));
  expect(found.has(3)).toBe(false);
});

test('of many calls the first of a period is noted, and who made it is asked once', async () => {
  const recorder = createKeyUseRecorder(store, clock, log);
  let asked = 0;
  for (let calls = 0; calls < 1_000; calls++) {
    recorder.used(7, () => {
      asked += 1;
      return { address: '192.0.2.7', userAgent: 'PHP\n'.padEnd(500, 'x') };
    });
    now += 1;
  }
  await recorder.close();
  expect(asked).toBe(1);
  const { at, address, userAgent } = (await store.findAll([7])).get(7) ?? {};
  expect([at?.getTime(), address, userAgent?.slice(0, 5), userAgent?.length]).toEqual([
    now - 1_000,
    '192.0.2.7',
    'PHP?x',
    200,
  ]);
});

test('what cannot be written yet waits, and does not grow without end', async () => {
  let isAway = true;
  const written: number[] = [];
  const away: KeyUseStore = {
    ...store,
    write: async (uses) => {
      if (isAway) throw new Error('away');
      written.push(...uses.keys());
    },
  };
  const recorder = createKeyUseRecorder(away, clock, log);
  for (let id = 1; id <= 12_000; id++) recorder.used(id, () => ({ address: '', userAgent: '' }));
  await expect(recorder.close()).rejects.toThrow('away');
  isAway = false;
  await recorder.close();
  expect(written).toHaveLength(10_000);
});
