import type { Clock } from '@vitae/kit/clock';
import type { ExpiringKeys, KeyStore, StoredKey } from './key-store.ts';

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
  /**
   * Yields pages of the due warnings that no process has leased. Lease the warnings of a page before reading the next
   * page, which may contain them again otherwise.
   */
  due(): AsyncGenerator<DueWarning[], undefined>;
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
/** Keys in a page. The mails for their companies are sent before the process renews its lease of the scan. */
const PAGE_SIZE = 100;
/** Keys of a company that are announced in one mail. Further keys have a mail of their own. */
const MAX_KEYS_OF_COMPANY = 1_000;

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
    due: async function* () {
      const now = clock.now();
      const range = { from: new Date(now), until: new Date(now + WARNING_DAYS[0] * DAY_MS) };
      for await (const page of pagesOf(keys, range)) {
        const warnings: DueWarning[] = [];
        for (const [companyId, due] of Map.groupBy(await available(page, now), ({ key }) => key.companyId)) {
          // A mail announces all keys of the company, and pages contain only some of them.
          const ofCompany = await keys.listExpiring({ ...range, companyId }, MAX_KEYS_OF_COMPANY);
          const all = [...due, ...(await available(ofCompany, now))];
          const unique = [...new Map(all.map((one) => [one.id, one])).values()];
          for (const [days, group] of Map.groupBy(unique, (one) => one.days))
            warnings.push({ companyId, days, keys: group.map(({ key }) => key) });
        }
        yield warnings;
      }
      return undefined;
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

async function* pagesOf(
  keys: ExpiryWarningsDependencies['keys'],
  range: ExpiringKeys,
): AsyncGenerator<readonly StoredKey[]> {
  let after: ExpiringKeys['after'];
  for (;;) {
    const page = await keys.listExpiring({ ...range, ...(after && { after }) }, PAGE_SIZE);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (page.length < PAGE_SIZE || !last?.expiresAt) return;
    after = { expiresAt: last.expiresAt, id: last.id };
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
