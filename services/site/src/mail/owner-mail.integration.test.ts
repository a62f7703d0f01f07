import { randomBytes } from 'node:crypto';
import { createIndexes } from '@vitae/accounts/indexes';
import type { OutgoingMail } from '@vitae/accounts/mail/outbox';
import { createOutbox } from '@vitae/accounts/mail/outbox-mongo-store';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { createLease } from '@vitae/kit/lease';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { inTransaction } from '@vitae/kit/transaction';
import { locales } from '@vitae/proto/locale';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { startMailServer } from '@vitae/test/support/mail-server';
import { until } from '@vitae/test/support/until';
import { createMailer, type Delivery, type Mail } from './mailer.ts';
import { createOwnerMail, observeWaitingMail } from './owner-mail.ts';

const MINUTE = 60_000;
const URL_OF_LINK = 'https://cv.example/account/reset/secret-token';
const log = createLogger({ name: 'test', level: 'silent' });
const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);
const clock = { now: () => now };
let now = Date.UTC(2036, 0, 1);
/** What every sender needs. */
const mail = { clock, log, queueResetMails: () => Promise.reject(new TypeError('unexpected')) };
let database: DatabaseFixture;
let outbox: ReturnType<typeof createOutbox>;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  outbox = createOutbox(database.connection, box, clock);
  await createIndexes(database.connection);
});
beforeEach(() => database.connection.collection('outgoingMails').deleteMany({}));
afterAll(() => database.drop());

const reset = (to: string): OutgoingMail => ({
  template: 'ownerReset',
  values: { company: 'Studio', username: 'ana', url: URL_OF_LINK },
  to,
  locale: 'en',
  expiresAt: new Date(now + 30 * MINUTE),
});
const add = (mail: OutgoingMail) => inTransaction(database.connection, (session) => outbox.add(mail, session));
const waiting = () => database.connection.collection('outgoingMails').countDocuments();
const lease = () => createLease(database.connection, 'mail');

const sweepWith = (deliver: (mail: Mail) => Promise<Delivery>, changed: Partial<typeof outbox> = {}) =>
  createOwnerMail({ ...mail, outbox: { ...outbox, ...changed }, mailer: { deliver }, lease: lease() });

/** Sends with a mailer that records the mails. */
function recording(delivery: (mail: Mail) => Delivery = () => 'accepted') {
  const mails: Mail[] = [];
  const deliver = async (mail: Mail) => {
    mails.push(mail);
    return delivery(mail);
  };
  return { mails, sweep: sweepWith(deliver) };
}

test('sends every waiting mail once', async () => {
  const addresses = Array.from({ length: 8 }, (_, index) => `ana-${index}@example.com`);
  for (const address of addresses) await add(reset(address));
  const { mails, sweep } = recording();
  await sweep.run();
  await sweep.run();
  expect(mails.map(({ to }) => to).sort()).toEqual(addresses);
  expect(await waiting()).toBe(0);
});

test('sends five mails at the same time, so that one does not wait for a slow one', async () => {
  const addresses = Array.from({ length: 8 }, (_, index) => `ana-${index}@example.com`);
  for (const address of addresses) await add(reset(address));
  const started: string[] = [];
  let end = (_delivery: Delivery) => {};
  const slow = new Promise<Delivery>((resolve) => {
    end = resolve;
  });
  let sending = 0;
  let most = 0;
  const deliver = async ({ to }: Mail): Promise<Delivery> => {
    most = Math.max(most, ++sending);
    const isSlow = started.push(to) <= 4;
    if (isSlow) await slow;
    sending -= 1;
    return 'accepted';
  };
  const run = sweepWith(deliver).run();
  await until('all mails', () => started.length === 8);
  end('accepted');
  await run;
  expect(started.toSorted()).toEqual(addresses);
  expect(most).toBe(5);
  expect(await waiting()).toBe(0);
});

test('queues the mails that requests for reset links ask for, and tries again if that fails', async () => {
  const expiresAt = new Date(now + 30 * MINUTE);
  const request = { template: 'ownerResetRequest', values: {}, to: 'Ana', locale: 'en', expiresAt } as const;
  await inTransaction(database.connection, (session) => outbox.add(request, session));
  const queued: string[] = [];
  const sweep = (fails: boolean) =>
    createOwnerMail({
      ...{ outbox, clock, log, lease: lease() },
      mailer: { deliver: () => Promise.reject(new TypeError('unexpected')) },
      queueResetMails: async ({ to }) => {
        if (fails) throw new TypeError('failed');
        queued.push(to);
      },
    });
  await sweep(true).run();
  expect(await waiting()).toBe(1);
  now += MINUTE;
  await sweep(false).run();
  expect(queued).toEqual(['Ana']);
  expect(await waiting()).toBe(0);
});

test('two processes do not send the same mail', async () => {
  for (let index = 0; index < 8; index += 1) await add(reset(`ana-${index}@example.com`));
  const senders = [recording(), recording()];
  await Promise.all(senders.map(({ sweep }) => sweep.run()));
  expect(senders.flatMap(({ mails }) => mails.map(({ to }) => to)).sort()).toHaveLength(8);
});

test.each([
  [0, '30 minutes'],
  [12, '18 minutes'],
  [29, '1 minute'],
])('states for how long the link is still valid %i minutes after it was created', async (minutes, validity) => {
  await add(reset('ana@example.com'));
  now += minutes * MINUTE + 2_000;
  const { mails, sweep } = recording();
  await sweep.run();
  const [mail] = mails;
  expect(mail?.subject).toBe('Reset your Vitae password');
  expect(mail?.text).toContain('the password of ana (Studio)');
  expect(mail?.text).toContain(`within ${validity}:\n\n${URL_OF_LINK}\n`);
});

test.each(locales)('every mail has a text in the language %s', async (locale) => {
  const to = 'ana@example.com';
  const sent = { to, locale, expiresAt: new Date(now + 7 * 1_440 * MINUTE) };
  const values = { company: 'Studio', username: 'ana', url: URL_OF_LINK, email: 'new@example.com' };
  const templates = ['ownerInvitation', 'ownerReset', 'ownerEmail', 'ownerEmailChanged'] as const;
  for (const template of templates) await add({ ...sent, template, values } as OutgoingMail);
  const { mails, sweep } = recording();
  await sweep.run();
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(templates.length);
  const texts = mails.map(({ text }) => text);
  expect(texts.filter((text) => text.includes(`\n${URL_OF_LINK}\n`) && / 7 \p{L}+/u.test(text))).toHaveLength(3);
  expect(texts.filter((text) => text.includes('new@example.com'))).toHaveLength(1);
  expect(texts.join()).not.toMatch(/[{}]|undefined/);
});

test('sends mails after the mail server was down, and does not lose those that it defers', async () => {
  const first = await startMailServer();
  first.server.close();
  const mailer = createMailer({ SMTP_URL: first.url, SMTP_FROM: 'Vitae <cv@vitae.example>' }, log);
  if (!mailer) throw new Error('Mail is disabled');
  const sweep = createOwnerMail({ ...mail, outbox, mailer, lease: lease() });
  for (const to of ['ana@example.com', 'gone@example.com', 'busy@example.com']) await add(reset(to));
  await sweep.run();
  expect(await waiting()).toBe(3);
  const replies = new Map([
    ['gone@example.com', '550 No such user'],
    ['busy@example.com', '450 Try again later'],
  ]);
  const replyTo = (line: string) => replies.get(/^RCPT TO:<(.*)>/.exec(line)?.[1] ?? '');
  const { received, server } = await startMailServer(replyTo, first.port);
  await sweep.run();
  expect(received).toEqual([]);
  now += MINUTE;
  await sweep.run();
  // Long lines are quoted-printable.
  expect(received.join('\n').replaceAll('=\n', '')).toContain(URL_OF_LINK);
  expect(await waiting()).toBe(1);
  replies.clear();
  now += 2 * MINUTE;
  await sweep.run();
  expect(received.filter((line) => line.startsWith('RCPT TO:<busy'))).toHaveLength(2);
  expect(await waiting()).toBe(0);
  await mailer.close();
  server.close();
});

test('logs failures and reports for how long the oldest mail waits while the mail server is down', async () => {
  const metrics = createMetrics('test');
  observeWaitingMail(metrics, outbox, clock);
  const reported = async () => /^vitae_mail_waiting_seconds\S* (\S+)$/m.exec(await metrics.render())?.[1];
  const first = await startMailServer();
  first.server.close();
  const mailer = createMailer({ SMTP_URL: first.url, SMTP_FROM: 'Vitae <cv@vitae.example>' }, log);
  if (!mailer) throw new Error('Mail is disabled');
  const lines: string[] = [];
  const logger = createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } });
  const sweep = createOwnerMail({ ...mail, log: logger, outbox, mailer, lease: lease() });
  expect(await reported()).toBe('0');
  await add(reset('ana@example.com'));
  await sweep.run();
  expect(lines.join('')).toContain('"dependency":"smtp","template":"ownerReset","attempt":1');
  now += 6 * MINUTE;
  await sweep.run();
  await add(reset('bea@example.com'));
  expect(await reported()).toBe('360');
  const { server } = await startMailServer(() => undefined, first.port);
  now += 2 * MINUTE;
  await sweep.run();
  expect(await reported()).toBe('0');
  await mailer.close();
  server.close();
});

test('a failing mail does not delay others', async () => {
  for (let index = 0; index < 8; index += 1) await add(reset(`ana-${index}@example.com`));
  const { mails, sweep } = recording(({ to }) => {
    if (to === 'ana-1@example.com') throw new TypeError('failed');
    return 'accepted';
  });
  await sweep.run();
  expect(mails).toHaveLength(8);
  expect(await waiting()).toBe(1);
});

test('sends a mail again if the process ended before it was removed', async () => {
  await add(reset('ana@example.com'));
  const mails: Mail[] = [];
  const deliver = async (mail: Mail): Promise<Delivery> => {
    mails.push(mail);
    return 'accepted';
  };
  await sweepWith(deliver, { remove: () => Promise.reject(new TypeError('killed')) }).run();
  await sweepWith(deliver).run();
  expect(mails).toHaveLength(2);
  expect(await waiting()).toBe(0);
});
