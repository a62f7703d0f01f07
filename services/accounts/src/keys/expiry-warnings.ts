import type { Clock } from '@vitae/kit/clock';
import type { KeyStore, StoredKey } from './key-store.ts';

/** The days before its expiration at which the company of a key is warned. */
export const WARNING_DAYS = [30, 7, 1] as const;

/** A key with the ids of the administrators who were already notified. */
export type WarnedKey = StoredKey & { notified: readonly number[] };

/** Keys of one company that expire within `days` days. */
export type DueWarning<Key extends StoredKey = StoredKey> = { companyId: number; days: number; keys: Key[] };
export type ExpiryWarning = DueWarning<WarnedKey>;

/**
 * Warnings of expiring keys with at-least-once delivery. A process leases a warning before it sends the mails. If the
 * process crashes or the mail server fails, the warning is due again when the lease ends.
 */
export type ExpiryWarnings = {
  /** Returns the due warnings that no process has leased. */
  due(): Promise<DueWarning[]>;
  /** Leases a warning. Returns undefined if another process has sent or leased all of it. */
  lease(warning: DueWarning): Promise<ExpiryWarning | undefined>;
  /** Records that an administrator received the mail and extends the lease for the others. */
  recordNotified(warning: ExpiryWarning, administratorId: number): Promise<void>;
  /** Records that all administrators received the mail. */
  markSent(warning: ExpiryWarning): Promise<void>;
};

export type ExpiryWarningStore = {
  /** Returns the ids of the notified administrators; undefined if the warning was sent or is leased. */
  lease(warningId: string, now: Date, until: Date): Promise<number[] | undefined>;
  /** Returns those of the warnings that were sent or are leased. */
  findUnavailable(warningIds: readonly string[], now: Date): Promise<Set<string>>;
  /** Does not change warnings that were sent. */
  recordNotified(warningIds: readonly string[], administratorId: number, leasedUntil: Date): Promise<void>;
  markSent(warningIds: readonly string[]): Promise<void>;
};

export type ExpiryWarningsDependencies = {
  store: ExpiryWarningStore;
  keys: Pick<KeyStore, 'listExpiring'>;
  clock: Clock;
};

const DAY_MS = 86_400_000;
/** Longer than several mails that time out. */
export const LEASE_MS = 30 * 60_000;
const PAGE_SIZE = 1_000;

export function createExpiryWarnings({ store, keys, clock }: ExpiryWarningsDependencies): ExpiryWarnings {
  const leaseEnd = () => new Date(clock.now() + LEASE_MS);
  /** Returns the due warnings of the keys without those that were sent or are leased. */
  const available = async (page: readonly StoredKey[], now: number) => {
    const due = page.flatMap((key) => {
      const days = dueDays(key, now);
      return days === undefined ? [] : [{ key, days, id: warningId(key, days) }];
    });
    const unavailable = await store.findUnavailable(
      due.map(({ id }) => id),
      new Date(now),
    );
    return due.filter(({ id }) => !unavailable.has(id));
  };
  return {
    due: async () => {
      const now = clock.now();
      const warnings = new Map<string, DueWarning>();
      const seen = new Set<string>();
      for await (const page of expiringKeys(keys, now)) {
        for (const { key, days, id } of await available(page, now)) {
          if (seen.has(id)) continue;
          seen.add(id);
          const group = `${key.companyId}/${days}`;
          const warning = warnings.get(group) ?? { companyId: key.companyId, days, keys: [] };
          warning.keys.push(key);
          warnings.set(group, warning);
        }
      }
      return [...warnings.values()];
    },
    lease: async (warning) => {
      const leased: WarnedKey[] = [];
      for (const key of warning.keys) {
        const notified = await store.lease(warningId(key, warning.days), new Date(clock.now()), leaseEnd());
        if (notified) leased.push({ ...key, notified });
      }
      return leased.length > 0 ? { ...warning, keys: leased } : undefined;
    },
    recordNotified: (warning, administratorId) => store.recordNotified(idsOf(warning), administratorId, leaseEnd()),
    markSent: (warning) => store.markSent(idsOf(warning)),
  };
}

/** Yields pages of the keys that expire within the longest warning period. */
async function* expiringKeys(
  keys: ExpiryWarningsDependencies['keys'],
  now: number,
): AsyncGenerator<readonly StoredKey[]> {
  const until = new Date(now + WARNING_DAYS[0] * DAY_MS);
  for (let from = new Date(now); ; ) {
    const page = await keys.listExpiring(from, until, PAGE_SIZE);
    yield page;
    const last = page.at(-1)?.expiresAt;
    if (page.length < PAGE_SIZE || !last) return;
    // Pages overlap by the keys that expire in the same millisecond as the last one, unless they fill a page.
    const next = new Date(last.getTime() - 1);
    from = next > from ? next : last;
  }
}

// The id contains the expiration time, so that a key whose expiration changes is warned of separately.
function warningId({ id, expiresAt }: StoredKey, days: number): string {
  return `${id}/${expiresAt?.getTime()}/${days}`;
}

function idsOf({ keys, days }: DueWarning): string[] {
  return keys.map((key) => warningId(key, days));
}

/** Returns the most urgent warning that is due, ignoring warnings that were due before the key was created. */
export function dueDays({ createdAt, expiresAt }: Pick<StoredKey, 'createdAt' | 'expiresAt'>, now: number) {
  const end = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const due = WARNING_DAYS.filter((days) => end - days * DAY_MS <= now && end - days * DAY_MS > createdAt.getTime());
  return due.at(-1);
}
