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
