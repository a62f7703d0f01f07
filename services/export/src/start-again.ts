import { type Clock, systemClock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';

/** Whoever has waited longer for a start that failed is told, and does not wait for another. */
const SOON_MS = 20_000;

export type StartAgain = { log: Logger; wanted: () => boolean; clock?: Clock };

/** A program that ends while it starts, killed or in want of memory, is started once more. */
export async function startAgain<T>(
  start: () => Promise<T>,
  { log, wanted, clock = systemClock }: StartAgain,
): Promise<T> {
  const begun = clock.now();
  try {
    return await start();
  } catch (err) {
    if (!wanted() || clock.now() - begun > SOON_MS) throw err;
    log.warn({ err }, 'A program ended while it started: starting it once more');
    return start();
  }
}
