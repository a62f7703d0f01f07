import { VitaeError } from '@vitae/kit/errors';
import { createLease } from '@vitae/kit/lease';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { createIndexes } from '../indexes.ts';
import { createLoginNames, type LoginNames } from './login-names.ts';
import type { OwnerCredentials } from './owner-credentials.ts';
import { createOwnerCredentials } from './owner-credentials-mongo-store.ts';
import { createPendingLoginStore } from './pending-login-mongo-store.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const user = { companyId: 1, userId: 7 };
let mongo: Awaited<ReturnType<typeof connectMongo>>;
let credentials: OwnerCredentials;
let names: LoginNames;
let now = Date.UTC(2026, 0, 1);
let failing = false;
/** The names in the user record; undefined for a deleted user. */
let record: { username: string; email: string } | undefined;
let revision = 1;

beforeAll(async () => {
  const uri = process.env.MONGODB_URI ?? '';
  mongo = await connectMongo({ uri, database: `vitae_login_names_${process.pid}`, log });
  credentials = createOwnerCredentials(mongo.connection);
  await createIndexes(mongo.connection);
  names = createLoginNames({
    pending: createPendingLoginStore(mongo.connection),
    lease: createLease(mongo.connection, 'login names'),
    credentials: {
      setNames: async (...change) => {
        if (failing) throw new TypeError('unavailable');
        await credentials.setNames(...change);
      },
    },
    resume: {
      user: async () => {
        if (!record) throw new VitaeError('NOT_FOUND', 'user_not_found', 'No such user.');
        return { id: 7, updated: 0, version: '', ...documentOf(record) };
      },
    },
    clock: { now: () => now },
    log,
  });
});
afterAll(async () => {
  await mongo.connection.dropDatabase();
  await mongo.close();
});
beforeEach(async () => {
  failing = false;
  record = { username: 'ada', email: 'old@example.com' };
  await credentials.remove(7);
  await credentials.set({ ...user, ...record, password: 'correct horse battery' });
});

const documentOf = (names: { username: string; email: string }) => ({
  revision,
  json: Buffer.from(JSON.stringify({ id: 7, ...names })),
});
/** Changes the user record, as the resume service does. */
const write = (changes: { username?: string; email?: string }) => {
  record = { username: 'ada', email: 'old@example.com', ...record, ...changes };
  revision += 1;
  return documentOf(record);
};
const change = (changes: Parameters<typeof write>[0]) => names.updateWithLogin(user, async () => write(changes));
const login = async () => {
  const owner = await credentials.find(7);
  return owner && { username: owner.username, email: owner.email };
};
const later = () => {
  now += 31_000;
  return names.finishInterrupted();
};

describe('login names', () => {
  test('updates the login with the user record', async () => {
    expect(await change({ email: 'new@example.com' })).toMatchObject({ revision });
    expect(await login()).toEqual({ username: 'ada', email: 'new@example.com' });
    await change({ username: 'ada.l' });
    expect(await login()).toEqual({ username: 'ada.l', email: 'new@example.com' });
    expect(await later()).toBe(0);
    expect(await credentials.findByLogin('ADA.L')).toHaveLength(1);
    expect(await credentials.findByLogin('ada')).toEqual([]);
  });

  test('keeps the names of the later of two concurrent changes', async () => {
    const [written, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = names.updateWithLogin(user, async () => {
      const result = write({ email: 'first@example.com' });
      written.resolve();
      await second.promise;
      return result;
    });
    await written.promise;
    await change({ username: 'second' });
    second.resolve();
    await first;
    expect(await login()).toEqual({ username: 'second', email: 'first@example.com' });
  });

  test('updates the login later if its database fails during the change', async () => {
    failing = true;
    expect(await change({ username: 'new', email: 'new@example.com' })).toMatchObject({ revision });
    expect(await login()).toEqual({ username: 'ada', email: 'old@example.com' });
    expect(await later()).toBe(0);
    failing = false;
    expect(await later()).toBe(1);
    expect(await login()).toEqual({ username: 'new', email: 'new@example.com' });
    expect(await later()).toBe(0);
  });

  test('skips changes in progress and leaves the login unchanged if the change was rejected', async () => {
    const rejected = names.updateWithLogin(user, () => Promise.reject(new TypeError('taken')));
    await expect(rejected).rejects.toThrow('taken');
    expect(await names.finishInterrupted()).toBe(0);
    expect(await later()).toBe(1);
    expect(await login()).toEqual(record);
  });

  test('discards a pending change of a deleted user', async () => {
    failing = true;
    await change({ email: 'new@example.com' });
    failing = false;
    record = undefined;
    expect(await later()).toBe(1);
    expect(await login()).toEqual({ username: 'ada', email: 'old@example.com' });
  });

  test('waits for a user name whose former holder has not been updated yet', async () => {
    await credentials.set({ companyId: 1, userId: 8, username: 'wanted', email: 'x@example.com', password: 'p' });
    await change({ username: 'wanted' });
    expect(await login()).toEqual({ username: 'ada', email: 'old@example.com' });
    await credentials.setNames(8, { username: 'released', email: 'x@example.com', revision: 2 });
    expect(await later()).toBe(1);
    expect(await login()).toEqual(record);
  });
});
