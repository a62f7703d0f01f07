import { randomBytes } from 'node:crypto';
import { inTransaction } from '@vitae/kit/transaction';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createIndexes } from '../indexes.ts';
import { reencryptSecrets } from '../reencrypt-secrets.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import type { Outbox, OutgoingMail } from './outbox.ts';
import { createOutbox } from './outbox-mongo-store.ts';

const NOW = Date.UTC(2036, 0, 1);
const MINUTE = 60_000;
const former = { id: '2035', key: randomBytes(32) };
let now = NOW;
let database: DatabaseFixture;
let outbox: Outbox;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  outbox = createOutbox(database.connection, createSecretBox([former]), { now: () => now });
  await createIndexes(database.connection);
});
beforeEach(async () => {
  now = NOW;
  await database.connection.collection('outgoingMails').deleteMany({});
});
afterAll(() => database.drop());

const reset = (to: string): OutgoingMail => ({
  template: 'ownerReset',
  values: { company: 'Studio', username: 'ana', url: 'https://cv.example/account/reset/secret-token' },
  to,
  locale: 'fr',
  expiresAt: new Date(NOW + 30 * MINUTE),
});
const add = (mail: OutgoingMail) => inTransaction(database.connection, (session) => outbox.add(mail, session));
const dueTo = async (limit = 10) => (await outbox.due(limit)).map(({ to }) => to);

test('mails that expire first are due first, with their contents', async () => {
  await add({ ...reset('invited@example.com'), expiresAt: new Date(NOW + 1_000 * MINUTE) });
  now += 1;
  await add(reset('ana@example.com'));
  expect(await outbox.due(1)).toEqual([{ ...reset('ana@example.com'), id: expect.any(String), attempts: 0 }]);
  expect(await dueTo()).toEqual(['ana@example.com', 'invited@example.com']);
});

test('a mail is added only if the transaction succeeds', async () => {
  const failing = inTransaction(database.connection, async (session) => {
    await outbox.add(reset('ana@example.com'), session);
    throw new TypeError('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  expect(await dueTo()).toEqual([]);
});

test('a mail that failed is due again after a minute, then after twice the time, at most an hour', async () => {
  await add({ ...reset('ana@example.com'), expiresAt: new Date(NOW + 1_000 * MINUTE) });
  const waits: number[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const [mail] = await outbox.due(1);
    if (!mail) throw new Error(`Not due after ${waits.at(-1)} minutes`);
    await outbox.postpone(mail);
    let minutes = 0;
    while ((await outbox.due(1)).length === 0) {
      now += MINUTE;
      minutes += 1;
    }
    waits.push(minutes);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('reports since when the oldest mail has been waiting, until it is removed or expires', async () => {
  expect(await outbox.waitingSince()).toBeNull();
  await add(reset('ana@example.com'));
  now += MINUTE;
  await add({ ...reset('bo@example.com'), expiresAt: new Date(NOW + 1_000 * MINUTE) });
  expect(await outbox.waitingSince()).toEqual(new Date(NOW));
  const [first] = await outbox.due(1);
  if (first) await outbox.postpone(first);
  expect(await outbox.waitingSince()).toEqual(new Date(NOW));
  await outbox.remove(first?.id ?? '');
  expect(await outbox.waitingSince()).toEqual(new Date(NOW + MINUTE));
  now += 1_000 * MINUTE;
  expect(await outbox.waitingSince()).toBeNull();
});

test('a mail is not sent after it was removed or its link has expired', async () => {
  await add(reset('ana@example.com'));
  await add({ ...reset('bo@example.com'), expiresAt: new Date(NOW + 30 * MINUTE + 1) });
  const [first] = await outbox.due(1);
  await outbox.remove(first?.id ?? '');
  expect(await dueTo()).toEqual(['bo@example.com']);
  now += 30 * MINUTE + 1;
  expect(await dueTo()).toEqual([]);
});

test('a mail that cannot be decrypted does not block the others', async () => {
  const mails = database.connection.collection('outgoingMails');
  await add(reset('ana@example.com'));
  await mails.updateMany({}, { $set: { sealed: 'lost.AAAA' } });
  await add({ ...reset('bo@example.com'), expiresAt: new Date(NOW + 40 * MINUTE) });
  expect(await dueTo(2)).toEqual(['bo@example.com']);
  expect(await dueTo(1)).toEqual(['bo@example.com']);
  now += MINUTE;
  await expect(outbox.due(1)).rejects.toThrow('A waiting mail cannot be decrypted');
  expect(await dueTo(1)).toEqual(['bo@example.com']);
});

test('mails are encrypted, also with a new master key', async () => {
  await add(reset('ana@example.com'));
  const read = async () =>
    JSON.stringify(await database.connection.collection('outgoingMails').findOne({}, { maxTimeMS: 9_000 }));
  expect(await read()).not.toMatch(/ana@example|secret-token|ownerReset/);
  const current = { id: '2036', key: randomBytes(32) };
  expect(await reencryptSecrets(database.connection, createSecretBox([current, former]))).toMatchObject({ mails: 1 });
  database.connection.deleteModel('OutgoingMail');
  const later = createOutbox(database.connection, createSecretBox([current]), { now: () => now });
  expect((await later.due(10)).map(({ to }) => to)).toEqual(['ana@example.com']);
});
