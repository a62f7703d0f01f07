import { createServer, type Server } from 'node:net';

/** Returns the reply to a line; `undefined` accepts the line. */
export type MailReply = (line: string) => string | undefined;

/** A mail server. `received` lists the lines that it has received. */
export type MailServer = { url: string; port: number; received: string[]; server: Server };

/** Starts a mail server that accepts every line unless `replyTo` says otherwise. */
export async function startMailServer(replyTo: MailReply = () => undefined, port = 0): Promise<MailServer> {
  const received: string[] = [];
  const server = createServer((socket) => {
    let inMail = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 mail.example');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('utf8').split('\r\n')) {
        if (line === '') continue;
        received.push(line);
        if (inMail && line !== '.') continue;
        inMail = line === 'DATA' && !replyTo(line);
        if (line === 'QUIT') socket.end('221 Bye\r\n');
        else say(replyTo(line) ?? (inMail ? '354 Go on' : '250 OK'));
      }
    });
    socket.on('error', () => socket.destroy()); // The client closed the connection.
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const address = server.address();
  const listening = typeof address === 'object' && address ? address.port : port;
  return { url: `smtp://127.0.0.1:${listening}`, port: listening, received, server };
}
