import { createServer, type Server } from 'node:net';
import { createLogger } from '@vitae/kit/log';
import { createMailer } from './mailer.ts';

/** What a mail server says to a line; undefined for what it says to all. */
type Say = (line: string) => string | undefined;

/** A mail server that takes everything unless it says otherwise, and what it was told. */
async function startMailServer(
  sayTo: Say = () => undefined,
): Promise<{ url: string; heard: string[]; server: Server }> {
  const heard: string[] = [];
  const server = createServer((socket) => {
    let inMail = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 mail.example');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('utf8').split('\r\n')) {
        if (line === '') continue;
        heard.push(line);
        if (inMail && line !== '.') continue;
        inMail = line === 'DATA' && !sayTo(line);
        if (line === 'QUIT') socket.end('221 Bye\r\n');
        else say(sayTo(line) ?? (inMail ? '354 Go on' : '250 OK'));
      }
    });
    socket.on('error', () => socket.destroy()); // the client has gone: nobody is left to tell
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return { url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, heard, server };
}

const log = createLogger({ name: 'test', level: 'silent' });
const from = 'Vitae <settings@vitae.example>';

test('a mail reaches the mail server, to one address whatever stands in it', async () => {
  const { url, heard, server } = await startMailServer();
  const mailer = createMailer({ SMTP_URL: url, SMTP_FROM: from }, log);
  mailer?.send({ to: 'ada@example.com', subject: 'Grüße', text: 'Hello\n\nhttp://x.example/a' });
  mailer?.send({ to: 'ada@example.com, eve@example.com', subject: 'x', text: 'y' });
  await mailer?.close();
  server.close();
  expect(heard).toContain('MAIL FROM:<settings@vitae.example>');
  expect(heard).toContain('RCPT TO:<ada@example.com>');
  expect(heard.filter((line) => line.startsWith('RCPT')).join()).not.toContain('RCPT TO:<eve@example.com>');
  expect(heard).toContain('http://x.example/a');
});

test('a mail server that is away is no error of who asked', async () => {
  const mailer = createMailer({ SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: from }, log);
  expect(() => mailer?.send({ to: 'ada@example.com', subject: 'x', text: 'y' })).not.toThrow();
  await expect(mailer?.close()).resolves.toBeUndefined();
});

test('without a mail server or a sender there is no mail', () => {
  expect(createMailer({ SMTP_URL: 'smtp://mail.example' }, log)).toBeUndefined();
  expect(createMailer({ SMTP_FROM: from }, log)).toBeUndefined();
});

test('what the server says of one mail is told apart from a server that is away', async () => {
  const answers = new Map([
    ['gone@example.com', '550 No such user'],
    ['busy@example.com', '450 Try again later'],
  ]);
  const { url, server } = await startMailServer((line) => answers.get(/^RCPT TO:<(.*)>/.exec(line)?.[1] ?? ''));
  const mailer = createMailer({ SMTP_URL: url, SMTP_FROM: from }, log);
  const deliver = (to: string) => mailer?.deliver({ to, subject: 'x', text: 'y' });
  expect(await deliver('ada@example.com')).toBe('taken');
  expect(await deliver('gone@example.com')).toBe('refused');
  expect(await deliver('busy@example.com')).toBe('later');
  await mailer?.close();
  server.close();
  const away = createMailer({ SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: from }, log);
  await expect(away?.deliver({ to: 'ada@example.com', subject: 'x', text: 'y' })).rejects.toThrow();
});

test('only what the server says of the address refuses it for good, never what it says of sender, text or policy', async () => {
  const outcomeWhen = async (start: string, answer: string) => {
    const { url, server } = await startMailServer((line) => (line.startsWith(start) ? answer : undefined));
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
  expect(await outcomeWhen('RCPT TO', '550 5.1.1 No such user')).toBe('refused');
  expect(await outcomeWhen('DATA', '554 No valid recipients')).toBe('later');
  expect(await outcomeWhen('.', '554 Looks like spam')).toBe('later');
});
