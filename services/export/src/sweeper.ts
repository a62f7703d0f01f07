import type { Logger } from '@vitae/kit/log';
import type { ArtifactStore } from './artifact-store.ts';

const EVERY_MS = 5 * 60_000;

/** Removes expired files now and then; any number of workers may do so at once. Answers how to stop. */
export function startSweeping(store: Pick<ArtifactStore, 'sweep'>, log: Logger, everyMs = EVERY_MS): () => void {
  const sweep = () => {
    store.sweep().then(
      ({ expired, unfinished }) => {
        if (expired + unfinished > 0)
          log.info({ count: expired + unfinished }, 'Removed files that had expired or were never finished');
      },
      (err: unknown) => log.warn({ err }, 'Expired files could not be removed: the next time may do'),
    );
  };
  const timer = setInterval(sweep, everyMs);
  timer.unref();
  sweep();
  return () => clearInterval(timer);
}
