import { editDistance } from './similar-name.ts';

/**
 * Settings that were renamed: old name → new name. The old name still works for one release and
 * logs a warning. Remove an entry in the release after the one that added it.
 */
export const RENAMED_SETTINGS: Readonly<Record<string, string>> = {
  MOST_CALLS_AT_ONCE: 'MAX_CONCURRENT_REQUESTS',
  STOP_WITHIN_MS: 'SHUTDOWN_TIMEOUT_MS',
  DRAIN_WAIT_MS: 'DRAIN_DELAY_MS',
  EXPORT_PAGES_AHEAD: 'EXPORT_PREWARMED_PAGES',
};

/** Settings that were removed, with what to do instead. They are reported with other problems, or as a warning. */
export const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  SERVICE_KEYS:
    'SERVICE_KEYS is no longer used: every process has its own key. Set SERVICE_PRIVATE_KEY and SERVICE_PUBLIC_KEYS as in docs/running.md#service-keys, then remove SERVICE_KEYS.',
};

/**
 * Returns the candidate that `name` was probably meant to be, or undefined. Short names must match
 * more closely, so that unrelated variables such as PATH or SMTP_URL are not taken for PORT or SITE_URL.
 */
export function similarName(name: string, candidates: readonly string[]): string | undefined {
  if (!/^[A-Z][A-Z0-9_]+$/.test(name)) return undefined;
  const maxDistance = Math.min(2, Math.floor(name.length / 5));
  const words = sortedWords(name);
  return candidates.find((candidate) => {
    // Every variable is compared with every setting when a process starts, and the distance is expensive.
    if (Math.abs(candidate.length - name.length) > maxDistance) return false;
    return sortedWords(candidate) === words || editDistance(name, candidate) <= maxDistance;
  });
}

const sortedWords = (name: string): string => name.split('_').sort().join('_');
