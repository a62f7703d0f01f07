import { VitaeError } from '@vitae/kit/errors';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { createLoginAddresses, type LoginAddresses } from './login-addresses.ts';
import { createOwnerCredentials, type OwnerCredentials } from './owner-credentials.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const user = { companyId: 1, userId: 7 };
let mongo: Awaited<ReturnType<typeof connectMongo>>;
let credentials: OwnerCredentials;
let addresses: LoginAddresses;
let now = Date.UTC(2026, 0, 1);
let failing = false;
/** What the resume service has; undefined for a deleted user. */
let email: string | undefined;

beforeAll(async () => {
  const uri = process.env.MONGODB_URI ?? '';
  mongo = await connectMongo({ uri, database: `vitae_login_addresses_${process.pid}`, log });
  credentials = createOwnerCredentials(mongo.connection);
  addresses = createLoginAddresses({
    connection: mongo.connection,
    credentials: {
      setEmail: async (...change) => {
        if (failing) throw new TypeError('away');
        await credentials.setEmail(...change);
      },
    },
    resume: {
      user: async () => {
        if (email === undefined) throw new VitaeError('NOT_FOUND', 'user_not_found', 'No such user.');
        return { id: 7, revision: 1, updated: 0, version: '', json: Buffer.from(JSON.stringify({ id: 7, email })) };
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
  addresses.follow(user, to, async () => {
    email = to;
    return 'changed';
  });
const login = async () => (await credentials.find(7))?.email;
const later = () => {
  now += 31_000;
  return addresses.carryOn();
};

test('a login follows a new address at once', async () => {
  expect(await change('new@example.com')).toBe('changed');
  expect(await login()).toBe('new@example.com');
  expect(await later()).toBe(0);
});

test('a change stands although the login cannot follow, which it does later', async () => {
  failing = true;
  expect(await change('new@example.com')).toBe('changed');
  expect(await login()).toBe('old@example.com');
  await expect(later()).rejects.toThrow('away');
  failing = false;
  expect(await later()).toBe(1);
  expect(await login()).toBe('new@example.com');
  expect(await later()).toBe(0);
});

test('a change that is under way is left alone, and one that was refused leaves the login as it is', async () => {
  email = 'old@example.com';
  const refused = addresses.follow(user, 'taken@example.com', () => Promise.reject(new TypeError('taken')));
  await expect(refused).rejects.toThrow('taken');
  expect(await addresses.carryOn()).toBe(0);
  expect(await later()).toBe(1);
  expect(await login()).toBe('old@example.com');
});

test('of a user who was deleted meanwhile nothing is left to do', async () => {
  failing = true;
  await change('new@example.com');
  failing = false;
  email = undefined;
  expect(await later()).toBe(1);
  expect(await login()).toBe('old@example.com');
});
