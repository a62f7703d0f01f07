import { totalmem } from 'node:os';
import { VitaeError } from '../errors.ts';
import { networkOf } from './client-network.ts';
import { overloadedError } from './shed-load.ts';

const MB = 1024 * 1024;
/** Larger machines do not need more: requests are short. */
const MAX_DEFAULT_MB = 256;
/** The share of one address, in parts of the memory for all. */
const ADDRESS_PARTS = 8;
/** One address can always send a picture of the maximum size. */
const MIN_ADDRESS_BYTES = 8 * MB;
const RETRY_SECONDS = 1;

/** Counts the memory of request bodies, of all clients together and of each address. */
export type BodyMemory = {
  /** @throws {VitaeError} UNAVAILABLE overloaded, or RESOURCE_EXHAUSTED rate_limited if the address used its share. */
  reserve(address: string, bytes: number): void;
  release(address: string, bytes: number): void;
};

/** Returns a fifth of the memory limit of the container, or of the memory of the machine, in MB. */
export function defaultBodyMemoryMb(): number {
  const limit = process.constrainedMemory();
  const available = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.max(16, Math.min(MAX_DEFAULT_MB, Math.floor(available / 5 / MB)));
}

export function createBodyMemory(megabytes: number): BodyMemory {
  const max = megabytes * MB;
  const maxOfAddress = Math.max(MIN_ADDRESS_BYTES, max / ADDRESS_PARTS);
  const used = new Map<string, number>();
  let total = 0;
  return {
    reserve: (address, bytes) => {
      const network = networkOf(address);
      const ofAddress = (used.get(network) ?? 0) + bytes;
      if (total + bytes > max) throw overloadedError();
      if (ofAddress > maxOfAddress) throw addressLimitError();
      total += bytes;
      used.set(network, ofAddress);
    },
    release: (address, bytes) => {
      const network = networkOf(address);
      const rest = (used.get(network) ?? 0) - bytes;
      total -= bytes;
      if (rest > 0) used.set(network, rest);
      else used.delete(network);
    },
  };
}

function addressLimitError(): VitaeError {
  const message = 'Your address is sending too much data at the same time. Send fewer requests concurrently.';
  return new VitaeError('RESOURCE_EXHAUSTED', 'rate_limited', message, { retryAfter: RETRY_SECONDS });
}
