import type { Role } from '@vitae/accounts/administrators/administrator-roles';
import { createExpiryWarningStore } from '@vitae/accounts/keys/expiry-warning-mongo-store';
import { createExpiryWarnings, type ExpiryWarnings, LEASE_MS } from '@vitae/accounts/keys/expiry-warnings';
import { createKeyStore } from '@vitae/accounts/keys/key-mongo-store';
import type { KeyStore } from '@vitae/accounts/keys/key-store';
import { createLogger } from '@vitae/kit/log';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
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

/** A key of 30 days, which is warned of at 7 and at 1. */
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

/** What the mail server does with a mail: takes it, says something of it, or is away. */
type Server = (mail: Mail) => Delivery | Promise<Delivery>;

/** One gateway's part; `people` are its company's administrators. */
function gatewayWith(
  server: Server = () => 'taken',
  people: [string, Role][] = [
    ['ada', 'owner'],
    ['ben', 'administrator'],
  ],
) {
  return createExpiryMail({
    warnings,
    mailer: {
      deliver: async (mail) => {
        const delivery = await server(mail);
        if (delivery === 'taken') mails.push(mail);
        return delivery;
      },
    },
    administrators: {
      listOfCompany: async (companyId) =>
        people.map(([email, role], index) => ({ id: index + 1, companyId, email, role, createdAt: new Date(MADE) })),
    },
    companies: {
      find: async (id) => ({ id, name: 'Acme', timeZone: 'UTC', limits: { standard: 1, intensive: 1 }, version: 1 }),
    },
    siteUrl: 'https://cv.example',
    log: createLogger({ name: 'test', level: 'silent' }),
  });
}

const told = () => mails.map(({ to }) => to);
const isAway = () => {
  throw new Error('The mail server is away');
};

test('a warning that a gateway took and never sent is sent when its time has run out, by whichever asks', async () => {
  const [due] = await warnings.due();
  expect(due && (await warnings.lease(due))?.keys).toHaveLength(1); // and that gateway is killed
  const survivor = gatewayWith();
  await survivor.sendDue();
  now += LEASE_MS - 1;
  await survivor.sendDue();
  expect(told()).toEqual([]);
  now += 1;
  await survivor.sendDue();
  expect(told()).toEqual(['ada', 'ben']);
  now += 2 * LEASE_MS;
  await survivor.sendDue();
  expect(told()).toEqual(['ada', 'ben']);
});

test('each warning goes out once when two gateways ask at the same moment, and each of its times again', async () => {
  await Promise.all([gatewayWith().sendDue(), gatewayWith().sendDue()]);
  expect(told()).toEqual(['ada', 'ben']);
  now += 6 * DAY_MS;
  await Promise.all([gatewayWith().sendDue(), gatewayWith().sendDue()]);
  expect(told()).toEqual(['ada', 'ben', 'ada', 'ben']);
});

test('while the mail server is away nothing is lost, and nothing is said twice after it', async () => {
  await expect(gatewayWith(({ to }) => (to === 'ada' ? 'taken' : isAway())).sendDue()).rejects.toThrow('away');
  expect(told()).toEqual(['ada']);
  now += LEASE_MS;
  await gatewayWith().sendDue();
  expect(told()).toEqual(['ada', 'ben']);
});

test('an address at which the mail server hangs keeps no mail from anybody else', async () => {
  await addKey(company + 1_000, company + 1_000);
  let tried = 0;
  const hangsAtFirst: Server = () => {
    tried += 1;
    return tried === 1 ? isAway() : 'taken';
  };
  await expect(gatewayWith(hangsAtFirst).sendDue()).rejects.toThrow('away');
  expect(told()).toEqual(['ben', 'ada', 'ben']);
  now += LEASE_MS;
  await gatewayWith().sendDue();
  expect(told()).toEqual(['ben', 'ada', 'ben', 'ada']);
});

test('a mail server that fails three companies in a row is left alone until the next round', async () => {
  for (const other of [1_000, 2_000, 3_000, 4_000]) await addKey(company + other, company + other);
  let tried = 0;
  const away: Server = () => {
    tried += 1;
    return isAway();
  };
  await expect(gatewayWith(away, [['ada', 'owner']]).sendDue()).rejects.toThrow('away');
  expect(tried).toBe(3);
  expect(await warnings.due()).toHaveLength(2); // which were not even taken
});

test('a round that is slower than a gateway may have a warning tells nobody twice', async () => {
  const second = company + 1_000;
  await addKey(second, second);
  const other = gatewayWith();
  const slow = async (): Promise<Delivery> => {
    now += LEASE_MS - 1;
    await other.sendDue();
    return 'taken';
  };
  await gatewayWith(slow).sendDue();
  const toldOf = (id: number) => mails.filter(({ text }) => text.includes(`Key ${id} `)).map(({ to }) => to);
  expect([toldOf(company), toldOf(second)]).toEqual([
    ['ada', 'ben'],
    ['ada', 'ben'],
  ]);
});

test('an address that the server asks to try later is tried later, and one that it refuses is not', async () => {
  const answers: Server = ({ to }) => (to === 'ada' ? 'later' : 'refused');
  await gatewayWith(answers).sendDue();
  now += LEASE_MS;
  const tried: string[] = [];
  await gatewayWith(({ to }) => {
    tried.push(to);
    return 'taken';
  }).sendDue();
  expect(tried).toEqual(['ada']);
});

test('a key that joins a warning that is tried again is told of to all, the others to who was not told', async () => {
  await gatewayWith(({ to }) => (to === 'ben' ? 'later' : 'taken')).sendDue();
  await addKey(company + 1_000);
  now += LEASE_MS;
  await gatewayWith().sendDue();
  const [, toAda, toBen] = mails;
  expect(told()).toEqual(['ada', 'ada', 'ben']);
  expect(toAda?.text).toContain(`Key ${company + 1_000} `);
  expect(toAda?.text).not.toContain(`Key ${company} `);
  expect(toBen?.text).toContain(`Key ${company} `);
  expect(toBen?.text).toContain(`Key ${company + 1_000} `);
});

test('of more keys than are looked at at once, many of which end at the same moment, each is warned of once', async () => {
  await database.connection.collection('keys').insertMany(
    Array.from({ length: 1_100 }, (_none, index) => ({
      _id: (1_000_000 + index) as never,
      companyId: company,
      key: `many-${index}`,
      name: `Many ${index}`,
      scheme: 'hmac',
      createdAt: new Date(MADE),
      // Some share a moment over the end of a page.
      expiresAt: new Date(MADE + 30 * DAY_MS + (index % 5)),
      revokedAt: null,
    })),
  );
  const first = await warnings.due();
  expect(first.flatMap(({ keys: warned }) => warned)).toHaveLength(1_101);
  for (const warning of first) await warnings.lease(warning);
  expect(await warnings.due()).toEqual([]);
});

test('a clock that goes back sends nothing again', async () => {
  now += DAY_MS;
  await gatewayWith().sendDue();
  now -= DAY_MS / 2;
  await gatewayWith().sendDue();
  now += 2 * DAY_MS;
  await gatewayWith().sendDue();
  expect(told()).toEqual(['ada', 'ben']);
});

test('what a gateway of an earlier version has claimed counts as sent', async () => {
  const id = `${company}/${MADE + 30 * DAY_MS}/7`;
  await database.connection.collection('expirywarnings').insertOne({ _id: id as never, at: new Date(now) });
  await gatewayWith().sendDue();
  expect(told()).toEqual([]);
});

test('a viewer is told nothing, and a company without anybody is done with', async () => {
  await gatewayWith(() => 'taken', [['eve', 'viewer']]).sendDue();
  now += LEASE_MS;
  await gatewayWith().sendDue();
  expect(told()).toEqual([]);
});
