import { VitaeError } from '@vitae/kit/errors';
import { createLease } from '@vitae/kit/lease';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { createLoginAddresses, type LoginAddresses } from './login-addresses.ts';
import type { OwnerCredentials } from './owner-credentials.ts';
import { createOwnerCredentials } from './owner-credentials-mongo-store.ts';
import { createPendingAddressStore } from './pending-address-mongo-store.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const user = { companyId: 1, userId: 7 };
let mongo: Awaited<ReturnType<typeof connectMongo>>;
let credentials: OwnerCredentials;
let addresses: LoginAddresses;
let now = Date.UTC(2026, 0, 1);
let failing = false;
/** The address in the user record; undefined for a deleted user. */
let email: string | undefined;
let revision = 1;

beforeAll(async () => {
  const uri = process.env.MONGODB_URI ?? '';
  mongo = await connectMongo({ uri, database: `vitae_login_addresses_${process.pid}`, log });
  credentials = createOwnerCredentials(mongo.connection);
  addresses = createLoginAddresses({
    pending: createPendingAddressStore(mongo.connection),
    lease: createLease(mongo.connection, 'login addresses'),
    credentials: {
      setEmail: async (...change) => {
        if (failing) throw new TypeError('unavailable');
        await credentials.setEmail(...change);
      },
    },
    resume: {
      user: async () => {
        if (email === undefined) throw new VitaeError('NOT_FOUND', 'user_not_found', 'No such user.');
        return { id: 7, revision, updated: 0, version: '', json: Buffer.from(JSON.stringify({ id: 7, email })) };
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
  await credentials.set({ ...user, username: 'ada', email: 'old@example.com', password: 'correct horse battery' });
});

const change = (to: string) =>
  addresses.updateWithLogin(user, to, async () => {
    email = to;
    revision += 1;
    return { revision };
  });
const login = async () => (await credentials.find(7))?.email;
const later = () => {
  now += 31_000;
  return addresses.finishInterrupted();
};

describe('login addresses', () => {
  test('updates the login with the user record', async () => {
    expect(await change('new@example.com')).toEqual({ revision });
    expect(await login()).toBe('new@example.com');
    expect(await later()).toBe(0);
  });

  test('keeps the address of the later of two concurrent changes', async () => {
    const [written, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = addresses.updateWithLogin(user, 'first@example.com', async () => {
      revision += 1;
      const result = { revision };
      written.resolve();
      await second.promise;
      return result;
    });
    await written.promise;
    await change('second@example.com');
    second.resolve();
    await first;
    expect(await login()).toBe('second@example.com');
  });

  test('updates the login later if its database fails during the change', async () => {
    failing = true;
    expect(await change('new@example.com')).toEqual({ revision });
    expect(await login()).toBe('old@example.com');
    expect(await later()).toBe(0);
    failing = false;
    expect(await later()).toBe(1);
    expect(await login()).toBe('new@example.com');
    expect(await later()).toBe(0);
  });

  test('skips changes in progress and leaves the login unchanged if the change was rejected', async () => {
    email = 'old@example.com';
    const rejected = addresses.updateWithLogin(user, 'taken@example.com', () => Promise.reject(new TypeError('taken')));
    await expect(rejected).rejects.toThrow('taken');
    expect(await addresses.finishInterrupted()).toBe(0);
    expect(await later()).toBe(1);
    expect(await login()).toBe('old@example.com');
  });

  test('discards a pending change of a deleted user', async () => {
    failing = true;
    await change('new@example.com');
    failing = false;
    email = undefined;
    expect(await later()).toBe(1);
    expect(await login()).toBe('old@example.com');
  });
});
