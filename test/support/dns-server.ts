import { createSocket } from 'node:dgram';

/** A name server (RFC 1035) for one name with configurable addresses. */
export type DnsServer = {
  port: number;
  setAddresses(addresses: readonly string[]): void;
  /** Number of queries for the addresses. */
  queryCount(): number;
  close(): void;
};

const TYPE_A = 1;
const HEADER_BYTES = 12;
/** Authoritative response with recursion available, so that a resolver queries no other server. */
const RESPONSE = 0x8580;
const TTL_SECONDS = 1;

export async function startDnsServer(name: string): Promise<DnsServer> {
  const socket = createSocket('udp4');
  let addresses: readonly string[] = [];
  let queryCount = 0;
  socket.on('message', (message, { port, address }) => {
    const question = questionOf(message);
    if (!question) return;
    const result = question.name === name && question.type === TYPE_A ? addresses : [];
    if (question.type === TYPE_A) queryCount += 1;
    socket.send(responseTo(message, question.end, result), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    port: socket.address().port,
    setAddresses: (next) => {
      addresses = next;
    },
    queryCount: () => queryCount,
    close: () => socket.close(),
  };
}

type Question = { name: string; type: number; end: number };

function questionOf(message: Buffer): Question | undefined {
  const labels: string[] = [];
  let offset = HEADER_BYTES;
  for (let length = message[offset]; length; length = message[offset]) {
    labels.push(message.toString('ascii', offset + 1, offset + 1 + length));
    offset += length + 1;
  }
  // The root label, type and class follow.
  const end = offset + 5;
  return end <= message.length
    ? { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(offset + 1), end }
    : undefined;
}

function responseTo(message: Buffer, questionEnd: number, addresses: readonly string[]): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  message.copy(head, 0, 0, 2);
  head.writeUInt16BE(RESPONSE, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const record = Buffer.alloc(16);
    // A pointer to the name in the question (section 4.1.4).
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
