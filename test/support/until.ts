import { setTimeout as pause } from 'node:timers/promises';

/** Waits until `probe` answers something other than undefined or false; a throw counts as "not yet". */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const found = await probe();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      last = error;
    }
    await pause(25);
  }
  throw new Error(`Waited ${withinMs} ms in vain for: ${what}`, { cause: last });
}
