import { createSocket } from 'node:dgram';

/** A name server (RFC 1035) for one name, whose addresses a test changes. */
export type DnsServer = {
  port: number;
  /** What is answered from now on. */
  answer(addresses: readonly string[]): void;
  /** How often the addresses were asked for. */
  asked(): number;
  close(): void;
};

const TYPE_A = 1;
const HEADER_BYTES = 12;
/** A response, authoritative, recursion available: what makes a resolver ask nobody else. */
const RESPONSE = 0x8580;
const TTL_SECONDS = 1;

export async function startDnsServer(name: string): Promise<DnsServer> {
  const socket = createSocket('udp4');
  let addresses: readonly string[] = [];
  let asked = 0;
  socket.on('message', (message, { port, address }) => {
    const question = questionOf(message);
    if (!question) return;
    const found = question.name === name && question.type === TYPE_A ? addresses : [];
    if (question.type === TYPE_A) asked += 1;
    socket.send(answerTo(message, question.end, found), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    port: socket.address().port,
    answer: (next) => {
      addresses = next;
    },
    asked: () => asked,
    close: () => socket.close(),
  };
}

type Question = { name: string; type: number; end: number };

function questionOf(message: Buffer): Question | undefined {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at]; length; length = message[at]) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  // The root label, the type, the class.
  const end = at + 5;
  return end <= message.length
    ? { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end }
    : undefined;
}

function answerTo(message: Buffer, questionEnd: number, addresses: readonly string[]): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  message.copy(head, 0, 0, 2);
  head.writeUInt16BE(RESPONSE, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const record = Buffer.alloc(16);
    // The name is the question's (section 4.1.4).
    record.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
    record.writeUInt16BE(TYPE_A, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(TTL_SECONDS, 6);
    record.writeUInt16BE(4, 10);
    for (const [index, part] of address.split('.').entries()) record.writeUInt8(Number(part), 12 + index);
    return record;
  });
  return Buffer.concat([head, message.subarray(HEADER_BYTES, questionEnd), ...records]);
}
