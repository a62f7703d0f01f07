import { ExportError } from './export-error.ts';

/** Rejects as soon as the signal says so, whatever becomes of the work. */
export async function rejectOnCancel<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new ExportError('cancelled', 'The export was cancelled.'));
  signal.addEventListener('abort', stop);
  work.catch(() => undefined); // it may fail when nobody listens any more
  try {
    if (signal.aborted) stop();
    return await Promise.race([stopped, work]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
