import { createLogger } from '@vitae/kit/log';
import { startMailServer } from '@vitae/test/support/mail-server';
import { createMailer } from './mailer.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const from = 'Vitae <settings@vitae.example>';

test('sends an email to a single address, even if the recipient contains a comma', async () => {
  const { url, received, server } = await startMailServer();
  const mailer = createMailer({ SMTP_URL: url, SMTP_FROM: from }, log);
  mailer?.send({ to: 'ada@example.com', subject: 'Grüße', text: 'Hello\n\nhttp://x.example/a' });
  mailer?.send({ to: 'ada@example.com, eve@example.com', subject: 'x', text: 'y' });
  await mailer?.close();
  server.close();
  expect(received).toContain('MAIL FROM:<settings@vitae.example>');
  expect(received).toContain('RCPT TO:<ada@example.com>');
  expect(received.filter((line) => line.startsWith('RCPT')).join()).not.toContain('RCPT TO:<eve@example.com>');
  expect(received).toContain('http://x.example/a');
});

test('does not fail the caller while the mail server is unavailable', async () => {
  const mailer = createMailer({ SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: from }, log);
  expect(() => mailer?.send({ to: 'ada@example.com', subject: 'x', text: 'y' })).not.toThrow();
  await expect(mailer?.close()).resolves.toBeUndefined();
});

test('is disabled without a mail server or a sender', () => {
  const warnings: string[] = [];
  const warning = { ...log, warn: (message: string) => void warnings.push(message) } as typeof log;
  expect(createMailer({}, warning)).toBeUndefined();
  expect(warnings).toEqual([]);
  expect(createMailer({ SMTP_URL: 'smtp://mail.example' }, warning)).toBeUndefined();
  expect(createMailer({ SMTP_FROM: from }, warning)).toBeUndefined();
  expect(warnings).toEqual(Array(2).fill('No mail is sent: set SMTP_URL and SMTP_FROM together'));
});

test('distinguishes rejected recipients from an unavailable mail server', async () => {
  const replies = new Map([
    ['gone@example.com', '550 No such user'],
    ['busy@example.com', '450 Try again later'],
  ]);
  const { url, server } = await startMailServer((line) => replies.get(/^RCPT TO:<(.*)>/.exec(line)?.[1] ?? ''));
  const mailer = createMailer({ SMTP_URL: url, SMTP_FROM: from }, log);
  const deliver = (to: string) => mailer?.deliver({ to, subject: 'x', text: 'y' });
  expect(await deliver('ada@example.com')).toBe('accepted');
  expect(await deliver('gone@example.com')).toBe('rejected');
  expect(await deliver('busy@example.com')).toBe('later');
  await mailer?.close();
  server.close();
  const away = createMailer({ SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: from }, log);
  await expect(away?.deliver({ to: 'ada@example.com', subject: 'x', text: 'y' })).rejects.toThrow();
});

test('reports a recipient as rejected only for permanent errors about the address', async () => {
  const outcomeWhen = async (start: string, reply: string) => {
    const { url, server } = await startMailServer((line) => (line.startsWith(start) ? reply : undefined));
    const mailer = createMailer({ SMTP_URL: url, SMTP_FROM: from }, log);
    const outcome = await mailer?.deliver({ to: 'ada@example.com', subject: 'x', text: 'y' }).catch(() => 'failed');
    await mailer?.close();
    server.close();
    return outcome;
  };
  expect(await outcomeWhen('MAIL FROM', '550 Sender unknown')).toBe('failed');
  expect(await outcomeWhen('MAIL FROM', '530 5.7.0 Authentication required')).toBe('failed');
  expect(await outcomeWhen('MAIL FROM', '451 Try again later')).toBe('failed');
  expect(await outcomeWhen('RCPT TO', '554 5.7.1 Relay access denied')).toBe('later');
  expect(await outcomeWhen('RCPT TO', '530 Authentication required')).toBe('later');
  expect(await outcomeWhen('RCPT TO', '550 5.1.1 No such user')).toBe('rejected');
  expect(await outcomeWhen('DATA', '554 No valid recipients')).toBe('later');
  expect(await outcomeWhen('.', '554 Looks like spam')).toBe('later');
});
