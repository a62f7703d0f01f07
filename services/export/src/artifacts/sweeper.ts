import type { Logger } from '@vitae/kit/log';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';
import type { ArtifactStore } from './artifact-store.ts';

const SWEEP_INTERVAL_MS = 5 * 60_000;

/** Removes expired and unfinished files every five minutes. Any number of workers may sweep at the same time. */
export function startSweeper(store: Pick<ArtifactStore, 'sweep'>, log: Logger): Recurring {
  const sweep = async () => {
    const { expired, unfinished } = await store.sweep();
    if (expired + unfinished > 0) log.info({ count: expired + unfinished }, 'Removed expired and unfinished files');
  };
  return startRecurring('artifact sweep', SWEEP_INTERVAL_MS, sweep, log);
}
