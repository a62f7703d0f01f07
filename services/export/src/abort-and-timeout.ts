import { exportCancelled } from './export-error.ts';

/** Resolves or rejects like `work`, or rejects with `cancelled()` when the signal aborts. It does not stop the work. */
export async function rejectOnCancel<T>(
  work: Promise<T>,
  signal: AbortSignal,
  cancelled: () => Error = exportCancelled,
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(cancelled());
  signal.addEventListener('abort', onAbort);
  work.catch(() => undefined); // It may still fail after the cancellation.
  try {
    if (signal.aborted) onAbort();
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Resolves or rejects like `work`, or rejects with `timeoutError` after `timeoutMs`. It does not stop the work. */
export async function withTimeout<T>(
  work: Promise<T>,
  timeoutMs: number,
  timeoutError: (timeoutMs: number) => Error,
): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timeoutError(timeoutMs)), timeoutMs);
  work.catch(() => undefined); // It may still fail after the timeout.
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
