import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';

/** A time in which a database answered nothing, by `performance.now()`. */
export type Silence = { from: number; to: number };

export type SilenceWatch = {
  /** Those that ended until now. */
  silences: readonly Silence[];
  stop(): Promise<void>;
};

/** A process gives up what it waits for after 0.8 s without an answer; it asks now and then, so that less may look so to it. */
const LONG_MS = 500;
const ASK_EVERY_MS = 50;

/** Asks MongoDB all the while, past the processes under test: what fails while nobody gets an answer is the machine's. */
export async function watchForSilence(mongodbUri: string): Promise<SilenceWatch> {
  const client = await new mongoose.mongo.MongoClient(mongodbUri).connect();
  const silences: Silence[] = [];
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const from = performance.now();
      await client
        .db('admin')
        .command({ ping: 1 })
        .catch(() => undefined); // a refusal after a while is silence, too
      const to = performance.now();
      if (to - from > LONG_MS) silences.push({ from, to });
      await pause(ASK_EVERY_MS);
    }
  })();
  return {
    silences,
    stop: async () => {
      stopped = true;
      await watching;
      await client.close();
    },
  };
}
