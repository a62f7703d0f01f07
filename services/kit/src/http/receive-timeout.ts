import type { IncomingMessage } from 'node:http';

/** How long a request may take to arrive. */
export type ReceiveLimits = {
  /** The time for a small body. */
  baseMs: number;
  /** Each of these bytes of a body extends the time by one second. */
  bytesPerSecond: number;
  /** The time for any request. */
  maxMs: number;
};

/** A phone with 1 Mbit/s sends a picture of 5 MB in 40 s. Senders below 8 KB/s are disconnected after 30 s. */
export const receiveLimits: ReceiveLimits = { baseMs: 30_000, bytesPerSecond: 8 * 1024, maxMs: 600_000 };

/** Calls back if the body of a request arrives too slowly. Node's own limit does not depend on the size of the body. */
export function limitReceiving(request: IncomingMessage, limits: ReceiveLimits, onTimeout: () => void): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && length === '0') return;
  const { socket } = request;
  const startedAt = performance.now();
  const before = socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    if (request.complete || socket.destroyed) return;
    const allowedMs = limits.baseMs + ((socket.bytesRead - before) / limits.bytesPerSecond) * 1_000;
    const remainingMs = Math.min(allowedMs, limits.maxMs) - (performance.now() - startedAt);
    if (remainingMs <= 0) return onTimeout();
    timer = setTimeout(check, remainingMs).unref();
  };
  timer = setTimeout(check, limits.baseMs).unref();
  request.once('close', () => clearTimeout(timer));
}
