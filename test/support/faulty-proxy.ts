import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type Fault =
  | 'none'
  /** Closes new and existing connections. */
  | 'down'
  /** Closes each connection instead of the next response. The request was processed. */
  | 'lost'
  /** Closes each connection in the middle of the next response. */
  | 'cut'
  /** Drops all responses. */
  | 'silent'
  /** Delays each response. */
  | { lateMs: number };

/** A TCP proxy that injects faults into the responses of a process. */
export type FaultyProxy = {
  /** 127.0.0.1 with the port of the proxy. */
  host: string;
  port: number;
  /** Injects a fault into new and existing connections. */
  set(fault: Fault): void;
  connectionCount(): number;
  close(): void;
};

async function untilDue(due: number): Promise<void> {
  const left = due - performance.now();
  if (left > 0) await pause(Math.ceil(left));
}

export async function startFaultyProxy(target: { host: string; port: number }): Promise<FaultyProxy> {
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
    far.on('data', responder(near));
    near.on('close', () => {
      pairs.delete(near);
      far.destroy();
    });
    far.on('close', () => near.destroy());
  });
  const responder = (near: Socket) => {
    // A chain, because timers of different lengths could reorder the bytes.
    let before: Promise<unknown> = Promise.resolve();
    return (bytes: Buffer): void => {
      if (fault === 'silent' || fault === 'down') return;
      if (fault === 'lost') return void near.destroy();
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
      // A stream with dropped bytes is unusable, so clients have to reconnect.
      if (next === 'down' || fault === 'silent') dropAll();
      fault = next;
    },
    connectionCount: () => pairs.size,
    close: () => {
      dropAll();
      server.close();
    },
  };
}
