import { type CompanyStore, companyNotFound } from '@vitae/accounts/companies/company-store';
import type { ConsumedMinute, ConsumptionStore } from '@vitae/accounts/consumption/consumption-store';
import type { MinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { NO_COMPANY } from '@vitae/accounts/quota/redis-keys';
import { VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';
import type { CompanyMinute, UnflushedMinutes } from './unflushed-minutes.ts';

export type Flusher = {
  /** Flushes the ended minutes that no other gateway is flushing. Minutes that cannot be stored remain in Redis. */
  flush(): Promise<void>;
  /** Flushes periodically until closed. Every gateway does this; each minute is claimed by one of them. */
  start(): void;
  close(): Promise<void>;
};

export type FlusherDependencies = {
  buffer: MinuteBuffer;
  unflushed: UnflushedMinutes;
  store: Pick<ConsumptionStore, 'putAll'>;
  companies: Pick<CompanyStore, 'timeZonesOf' | 'idsAfter'>;
  log: Logger;
};

const INTERVAL_MS = 10_000;
/** Minutes per claim. A gateway writes them in a fraction of the lease. */
const BATCH_SIZE = 200;
/** Minutes per transaction. Alone, a typical minute would spend most of its time on the transaction. */
const GROUP_SIZE = 25;
/** Further minutes of a company that are written with a claimed one, so that a backlog costs little more than one minute. */
const MAX_FURTHER_MINUTES = 20;
/** Enough to wait for the disk in parallel, and few of the connections to MongoDB. */
const MAX_CONCURRENT_GROUPS = 4;
/** Longer than gateways of an earlier version run after the last gateway of this version started. */
const SEARCH_DELAY_SECONDS = 600;
const SEARCH_PAGE_SIZE = 500;
/** How long the counts of a company that MongoDB does not contain are kept: it may be restored from a backup. */
const UNKNOWN_COMPANY_MINUTES = 24 * 60;

/**
 * Moves ended minutes from Redis to MongoDB. A gateway leases minutes, writes them, and removes them from Redis and from
 * the list of unflushed minutes. Writes are idempotent, so a gateway can be killed at any point, or continue after its
 * lease has ended.
 */
export function createFlusher(dependencies: FlusherDependencies): Flusher {
  const { unflushed, log } = dependencies;
  let recurring: Recurring | undefined;
  let running: Promise<void> | undefined;
  let isClosing = false;
  let isSearchScheduled = false;

  const flushAll = async () => {
    while (!isClosing) {
      const { leaseEnd, minutes, includesSearch } = await unflushed.claim(BATCH_SIZE);
      if (minutes.length === 0 && !includesSearch) return;
      await unflushed.complete(leaseEnd, await flushMinutes(dependencies, minutes, leaseEnd, () => isClosing));
      if (includesSearch && (await listUnlistedMinutes(dependencies, () => isClosing)))
        await unflushed.completeSearch(leaseEnd);
    }
  };
  const flush = () => {
    running ??= flushAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  const run = async () => {
    if (!isSearchScheduled) await unflushed.scheduleSearch(SEARCH_DELAY_SECONDS);
    isSearchScheduled = true;
    await flush();
  };
  return {
    flush,
    start: () => {
      recurring = startRecurring('consumption', INTERVAL_MS, run, log);
    },
    close: async () => {
      isClosing = true;
      await recurring?.stop();
    },
  };
}

/** Returns the minutes that are flushed. The others are claimed again when the lease ends. */
async function flushMinutes(
  dependencies: FlusherDependencies,
  minutes: readonly CompanyMinute[],
  leaseEnd: number,
  isClosing: () => boolean,
): Promise<CompanyMinute[]> {
  const timeZones = await dependencies.companies.timeZonesOf([...new Set(minutes.map(({ companyId }) => companyId))]);
  timeZones.set(NO_COMPANY, 'UTC');
  const isDiscarded = ({ companyId, minute }: CompanyMinute) =>
    !timeZones.has(companyId) && minute < Math.floor(leaseEnd / 60) - UNKNOWN_COMPANY_MINUTES;
  const flushed = await discard(dependencies, minutes.filter(isDiscarded));
  // Minutes of one company change the same documents, so they share a group.
  const kept = minutes.filter((minute) => !isDiscarded(minute)).sort((a, b) => a.companyId - b.companyId);
  let next = 0;
  const worker = async () => {
    while (next < kept.length && !isClosing()) {
      const group = kept.slice(next, next + GROUP_SIZE);
      next += GROUP_SIZE;
      flushed.push(...(await flushGroup(dependencies, { group, leaseEnd, timeZones })));
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_GROUPS }, worker));
  return flushed;
}

/** Removes the counts of companies that no longer exist. Returns the minutes. */
async function discard(
  { buffer, log }: FlusherDependencies,
  minutes: readonly CompanyMinute[],
): Promise<CompanyMinute[]> {
  for (const { companyId, minute } of minutes) {
    const counts = await buffer.one(companyId, minute);
    if (counts) await buffer.remove(counts);
    log.warn({ companyId, minute }, 'Discarded the consumption of a company that does not exist');
  }
  return [...minutes];
}

/** Minutes that are written together. */
type Work = { group: readonly CompanyMinute[]; leaseEnd: number; timeZones: ReadonlyMap<number, string> };

/** Returns the minutes that are flushed: those of the group, and further ones of the same companies. */
async function flushGroup(dependencies: FlusherDependencies, work: Work): Promise<CompanyMinute[]> {
  const { buffer, store, log } = dependencies;
  const { timeZones } = work;
  const ended = await endedMinutes(dependencies, work);
  const buffered = await Promise.all(ended.map(({ companyId, minute }) => buffer.one(companyId, minute)));
  // The others were flushed by another gateway, or listed but never used.
  const consumed = buffered.filter((minute) => minute !== undefined);
  const move = async (minutes: readonly ConsumedMinute[]) => {
    await store.putAll(minutes.map((minute) => ({ minute, timeZone: timeZoneOf(minute.companyId, timeZones) })));
    await Promise.all(minutes.map(buffer.remove));
  };
  try {
    await move(consumed);
    return ended;
  } catch (error) {
    if (VitaeError.from(error).reason === 'dependency_unavailable') throw error;
  }
  const failed = new Set<string>();
  for (const minute of consumed) {
    await move([minute]).catch((err: unknown) => {
      failed.add(nameOf(minute));
      log.warn({ err, companyId: minute.companyId }, 'Could not flush the consumption of a company; will retry');
    });
  }
  return ended.filter((minute) => !failed.has(nameOf(minute)));
}

/**
 * Returns the minutes that have ended by the clock of the Redis node that counts them, with further ended minutes of the
 * same companies that no one else has leased. Lists earlier minutes of these companies: an earlier version counted them,
 * or Redis lost their entry in the list.
 */
async function endedMinutes(
  { buffer, unflushed }: FlusherDependencies,
  { group, leaseEnd, timeZones }: Work,
): Promise<CompanyMinute[]> {
  const ofCompanies = await Promise.all(
    [...Map.groupBy(group, ({ companyId }) => companyId)].map(async ([companyId, minutes]) => {
      const { current, closed } = await buffer.closed(companyId);
      const claimed = new Set(minutes.map(({ minute }) => minute));
      const further = closed.filter((minute) => !claimed.has(minute)).sort((a, b) => a - b);
      const first = Math.min(...claimed);
      const ofCompany = (minute: number) => ({ companyId, minute });
      return {
        ended: minutes.filter(({ minute }) => minute < current),
        earlier: further.filter((minute) => minute < first).map(ofCompany),
        further: timeZones.has(companyId) ? further.slice(0, MAX_FURTHER_MINUTES).map(ofCompany) : [],
      };
    }),
  );
  await unflushed.add(ofCompanies.flatMap(({ earlier }) => earlier));
  const leased = await unflushed.lease(
    leaseEnd,
    ofCompanies.flatMap(({ further }) => further),
  );
  return [...ofCompanies.flatMap(({ ended }) => ended), ...leased];
}

function timeZoneOf(companyId: number, timeZones: ReadonlyMap<number, string>): string {
  const timeZone = timeZones.get(companyId);
  if (timeZone === undefined) throw companyNotFound(companyId);
  return timeZone;
}

function nameOf({ companyId, minute }: CompanyMinute): string {
  return `${companyId}/${minute}`;
}

/**
 * Lists minutes that are missing in the list: gateways of an earlier version counted them, or a failover of Redis lost
 * their entry. Runs once after an update, because gateways of the earlier version flush their minutes as long as they
 * run. Returns false if it was interrupted.
 */
async function listUnlistedMinutes(
  { buffer, unflushed, companies, log }: FlusherDependencies,
  isClosing: () => boolean,
): Promise<boolean> {
  let count = 0;
  for (let ids = [NO_COMPANY]; ids.length > 0; ids = await companies.idsAfter(ids.at(-1) ?? 0, SEARCH_PAGE_SIZE)) {
    if (isClosing()) return false;
    const found = await Promise.all(
      ids.map(async (companyId) => (await buffer.minutes(companyId)).map((minute) => ({ companyId, minute }))),
    );
    await unflushed.add(found.flat());
    count += found.flat().length;
  }
  log.info({ count }, 'Searched all companies for consumption that is not listed');
  return true;
}
