import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What a wire does to the bytes that come back. */
export type Fault =
  | 'none'
  /** Nobody listens. */
  | 'down'
  /** Every connection ends amid the next answer. */
  | 'cut'
  /** Nothing comes back any more. */
  | 'silent'
  /** Each answer is late by so many milliseconds. */
  | { lateMs: number };

/** A TCP connection to a program of the system that tests can spoil. */
export type FaultyWire = {
  /** 127.0.0.1 and the wire's own port. */
  host: string;
  port: number;
  /** A fault holds for the connections that are open, too. */
  set(fault: Fault): void;
  /** How many connections there are now. */
  open(): number;
  close(): void;
};

async function untilDue(due: number): Promise<void> {
  const left = due - performance.now();
  if (left > 0) await pause(Math.ceil(left));
}

export async function startFaultyWire(target: { host: string; port: number }): Promise<FaultyWire> {
  const pairs = new Set<Socket>();
  let fault: Fault = 'none';
  const server = createServer((near) => {
    if (fault === 'down') {
      near.destroy();
      return;
    }
    const far = connect(target.port, target.host);
    pairs.add(near);
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', () => undefined);
    near.on('data', (bytes: Buffer) => far.write(bytes));
    const answer = answerer(near);
    far.on('data', answer);
    near.on('close', () => {
      pairs.delete(near);
      far.destroy();
    });
    far.on('close', () => near.destroy());
  });
  const answerer = (near: Socket) => {
    // One after the other: timers of different lengths fire in any order, and bytes would overtake each other.
    let before: Promise<unknown> = Promise.resolve();
    return (bytes: Buffer): void => {
      if (fault === 'silent' || fault === 'down') return;
      const half = () => near.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => near.destroy());
      const write = fault === 'cut' ? half : () => near.write(bytes);
      const due = performance.now() + (typeof fault === 'object' ? fault.lateMs : 0);
      before = before.then(() => untilDue(due)).then(write);
    };
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dropAll = () => {
    for (const near of pairs) near.destroy();
  };
  return {
    host: `127.0.0.1:${port}`,
    port,
    set: (next) => {
      // What was swallowed or split cannot be mended: whoever was connected begins anew.
      if (next === 'down' || fault === 'silent') dropAll();
      fault = next;
    },
    open: () => pairs.size,
    close: () => {
      dropAll();
      server.close();
    },
  };
}
