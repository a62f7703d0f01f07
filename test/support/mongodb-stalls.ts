import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';

/** A period without a response from MongoDB, by `performance.now()`. */
export type Stall = { from: number; to: number };

export type StallMonitor = {
  /** Stalls that have ended. */
  stalls: readonly Stall[];
  stop(): Promise<void>;
};

// A process ends a request after 0.8 s without a response from MongoDB. Shorter stalls can add up to that.
const MIN_STALL_MS = 500;
const PING_INTERVAL_MS = 50;

/** Pings MongoDB directly. Failed requests during a stall are caused by the machine, not by the system under test. */
export async function monitorStalls(mongodbUri: string): Promise<StallMonitor> {
  const client = await new mongoose.mongo.MongoClient(mongodbUri).connect();
  const silences: Stall[] = [];
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const from = performance.now();
      await client
        .db('admin')
        .command({ ping: 1 })
        .catch(() => undefined); // a late error is also a stall
      const to = performance.now();
      if (to - from > MIN_STALL_MS) silences.push({ from, to });
      await pause(PING_INTERVAL_MS);
    }
  })();
  return {
    stalls: silences,
    stop: async () => {
      stopped = true;
      await watching;
      await client.close();
    },
  };
}
