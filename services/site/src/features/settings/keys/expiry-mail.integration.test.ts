import type { Role } from '@vitae/accounts/administrators/administrator-roles';
import { createExpiryWarningStore } from '@vitae/accounts/keys/expiry-warning-mongo-store';
import {
  createExpiryWarnings,
  type DueWarning,
  type ExpiryWarnings,
  LEASE_MS,
} from '@vitae/accounts/keys/expiry-warnings';
import { createKeyStore } from '@vitae/accounts/keys/key-mongo-store';
import type { KeyStore } from '@vitae/accounts/keys/key-store';
import { createLease, type Lease } from '@vitae/kit/lease';
import { createLogger } from '@vitae/kit/log';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { freeLease } from '@vitae/test/support/kit/free-lease';
import type { Delivery, Mail } from '../../../mail/mailer.ts';
import { createExpiryMail } from './expiry-mail.ts';

const DAY_MS = 86_400_000;
const MADE = Date.UTC(2026, 0, 1);

let database: DatabaseFixture;
let keys: KeyStore;
let warnings: ExpiryWarnings;
let now = MADE;
let company = 0;
let mails: Mail[];

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  keys = createKeyStore(database.connection);
  const store = createExpiryWarningStore(database.connection);
  warnings = createExpiryWarnings({ store, keys, clock: { now: () => now } });
});
afterAll(() => database.drop());
beforeEach(async () => {
  company += 1;
  mails = [];
  now = MADE;
  await database.connection.collection('keys').deleteMany({});
  await addKey(company);
  now = MADE + 23 * DAY_MS + 60_000;
});

/** Adds a key with a lifetime of 30 days. Its warnings are due 7 days and 1 day before it expires. */
const addKey = (id: number, companyId = company) =>
  database.connection.collection('keys').insertOne({
    _id: id as never,
    companyId,
    key: `key-${id}`,
    name: `Key ${id}`,
    scheme: 'hmac',
    createdAt: new Date(MADE),
    expiresAt: new Date(MADE + 30 * DAY_MS),
    revokedAt: null,
  });

/** Returns the outcome of a delivery, or throws if the mail server is unavailable. */
type Server = (mail: Mail) => Delivery | Promise<Delivery>;

async function dueWarnings() {
  const due: DueWarning[] = [];
  for await (const page of warnings.due()) due.push(...page);
  return due;
}

/** Creates the expiry mail of one gateway, for a company with these administrators. */
function gatewayWith(
  server: Server = () => 'accepted',
  administrators: [string, Role][] = [
    ['ada', 'owner'],
    ['ben', 'administrator'],
  ],
  lease: Lease = freeLease,
) {
  return createExpiryMail({
    warnings,
    mailer: {
      deliver: async (mail) => {
        const delivery = await server(mail);
        if (delivery === 'accepted') mails.push(mail);
        return delivery;
      },
    },
    administrators: {
      listOfCompany: async (companyId) =>
        administrators.map(([email, role], index) => ({
          id: index + 1,
          companyId,
          email,
          role,
          createdAt: new Date(MADE),
          passwordVersion: '1',
        })),
    },
    companies: {
      find: async (id) => ({ id, name: 'Acme', timeZone: 'UTC', limits: { standard: 1, intensive: 1 }, version: 1 }),
    },
    siteUrl: 'https://cv.example',
    lease,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
}

const recipients = () => mails.map(({ to }) => to);
const failDelivery = () => {
  throw new Error('The mail server is unavailable');
};

test('sends the warning of a crashed gateway after its lease has expired', async () => {
  const [due] = await dueWarnings();
  expect(due && (await warnings.lease(due))?.keys).toHaveLength(1); // The gateway crashes here.
  const survivor = gatewayWith();
  await survivor.run();
  now += LEASE_MS - 1;
  await survivor.run();
  expect(recipients()).toEqual([]);
  now += 1;
  await survivor.run();
  expect(recipients()).toEqual(['ada', 'ben']);
  now += 2 * LEASE_MS;
  await survivor.run();
  expect(recipients()).toEqual(['ada', 'ben']);
});

test('sends each due warning once when two gateways run concurrently', async () => {
  await Promise.all([gatewayWith().run(), gatewayWith().run()]);
  expect(recipients()).toEqual(['ada', 'ben']);
  now += 6 * DAY_MS;
  await Promise.all([gatewayWith().run(), gatewayWith().run()]);
  expect(recipients()).toEqual(['ada', 'ben', 'ada', 'ben']);
});

test('loses and repeats no warning when the mail server was unavailable', async () => {
  await expect(gatewayWith(({ to }) => (to === 'ada' ? 'accepted' : failDelivery())).run()).rejects.toThrow(
    'unavailable',
  );
  expect(recipients()).toEqual(['ada']);
  now += LEASE_MS;
  await gatewayWith().run();
  expect(recipients()).toEqual(['ada', 'ben']);
});

test('sends the other emails when one delivery fails', async () => {
  await addKey(company + 1_000, company + 1_000);
  let tried = 0;
  const hangsAtFirst: Server = () => {
    tried += 1;
    return tried === 1 ? failDelivery() : 'accepted';
  };
  await expect(gatewayWith(hangsAtFirst).run()).rejects.toThrow('unavailable');
  expect(recipients()).toEqual(['ben', 'ada', 'ben']);
  now += LEASE_MS;
  await gatewayWith().run();
  expect(recipients()).toEqual(['ben', 'ada', 'ben', 'ada']);
});

test('stops until the next run after failures for three companies in a row', async () => {
  for (const other of [1_000, 2_000, 3_000, 4_000]) await addKey(company + other, company + other);
  let tried = 0;
  const away: Server = () => {
    tried += 1;
    return failDelivery();
  };
  await expect(gatewayWith(away, [['ada', 'owner']]).run()).rejects.toThrow('unavailable');
  expect(tried).toBe(3);
  expect(await dueWarnings()).toHaveLength(2); // These two were not leased.
});

test('sends no warning twice when a run takes longer than the lease', async () => {
  const second = company + 1_000;
  await addKey(second, second);
  const other = gatewayWith();
  const slow = async (): Promise<Delivery> => {
    now += LEASE_MS - 1;
    await other.run();
    return 'accepted';
  };
  await gatewayWith(slow).run();
  const recipientsFor = (id: number) => mails.filter(({ text }) => text.includes(`Key ${id} `)).map(({ to }) => to);
  expect([recipientsFor(company), recipientsFor(second)]).toEqual([
    ['ada', 'ben'],
    ['ada', 'ben'],
  ]);
});

test('retries temporary failures but not rejected addresses', async () => {
  const server: Server = ({ to }) => (to === 'ada' ? 'later' : 'rejected');
  await gatewayWith(server).run();
  now += LEASE_MS;
  const tried: string[] = [];
  await gatewayWith(({ to }) => {
    tried.push(to);
    return 'accepted';
  }).run();
  expect(tried).toEqual(['ada']);
});

test('adds new keys to a retried warning without repeating the keys already announced', async () => {
  await gatewayWith(({ to }) => (to === 'ben' ? 'later' : 'accepted')).run();
  await addKey(company + 1_000);
  now += LEASE_MS;
  await gatewayWith().run();
  const [, toAda, toBen] = mails;
  expect(recipients()).toEqual(['ada', 'ada', 'ben']);
  expect(toAda?.text).toContain(`Key ${company + 1_000} `);
  expect(toAda?.text).not.toContain(`Key ${company} `);
  expect(toBen?.text).toContain(`Key ${company} `);
  expect(toBen?.text).toContain(`Key ${company + 1_000} `);
});

test('finds each key once when many keys expire at the same time', async () => {
  await database.connection.collection('keys').insertMany(
    Array.from({ length: 1_100 }, (_none, index) => ({
      _id: (1_000_000 + index) as never,
      companyId: company,
      key: `many-${index}`,
      name: `Many ${index}`,
      scheme: 'hmac',
      createdAt: new Date(MADE),
      // Some keys with the same expiry time are on different pages.
      expiresAt: new Date(MADE + 30 * DAY_MS + (index % 5)),
      revokedAt: null,
    })),
  );
  let found = 0;
  for await (const page of warnings.due())
    for (const due of page) found += (await warnings.lease(due))?.keys.length ?? 0;
  expect(found).toBe(1_101);
  expect(await dueWarnings()).toEqual([]);
});

test('searches for warnings in one process at a time, and not again within half an hour', async () => {
  const lease = createLease(database.connection, 'expiry mail');
  const other = gatewayWith(undefined, undefined, lease);
  const whileOtherRuns = async (): Promise<Delivery> => {
    await addKey(company + 1_000);
    await other.run();
    return 'accepted';
  };
  await gatewayWith(whileOtherRuns, [['ada', 'owner']], lease).run();
  await other.run();
  expect(recipients()).toEqual(['ada']);
  const ago = { $set: { completedAt: new Date(Date.now() - 3_600_000) } };
  await database.connection.collection('leases').updateOne({ _id: 'expiry mail' as never }, ago);
  await other.run();
  expect(recipients()).toEqual(['ada', 'ada', 'ben']);
});

test('repeats no warning when the clock moves back', async () => {
  now += DAY_MS;
  await gatewayWith().run();
  now -= DAY_MS / 2;
  await gatewayWith().run();
  now += 2 * DAY_MS;
  await gatewayWith().run();
  expect(recipients()).toEqual(['ada', 'ben']);
});

test('treats a warning claimed by an earlier version as sent', async () => {
  const id = `${company}/${MADE + 30 * DAY_MS}/7`;
  await database.connection.collection('expirywarnings').insertOne({ _id: id as never, at: new Date(now) });
  await gatewayWith().run();
  expect(recipients()).toEqual([]);
});

test('sends no warning to viewers', async () => {
  await gatewayWith(() => 'accepted', [['eve', 'viewer']]).run();
  now += LEASE_MS;
  await gatewayWith().run();
  expect(recipients()).toEqual([]);
});
