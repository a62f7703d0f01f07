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
  store: Pick<ConsumptionStore, 'flush'>;
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
/** Longer than a rolling update needs to stop the gateways of the previous version. */
const SEARCH_DELAY_SECONDS = 600;
const SEARCH_PAGE_SIZE = 500;
/** How long the counts of a company that MongoDB does not contain are kept: it may be restored from a backup. */
const UNKNOWN_COMPANY_MINUTES = 24 * 60;

/**
 * Flushes ended minutes from Redis to MongoDB. A gateway leases minutes, writes them, and removes them from Redis and from
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
  const flush = async (minutes: readonly ConsumedMinute[]) => {
    await store.flush(minutes.map((minute) => ({ minute, timeZone: timeZoneOf(minute.companyId, timeZones) })));
    await Promise.all(minutes.map(buffer.remove));
  };
  try {
    await flush(consumed);
    return ended;
  } catch (error) {
    if (VitaeError.from(error).reason === 'dependency_unavailable') throw error;
  }
  const failed = new Set<string>();
  for (const minute of consumed) {
    await flush([minute]).catch((err: unknown) => {
      failed.add(nameOf(minute));
      log.warn({ err, companyId: minute.companyId }, 'Could not flush the consumption of a company; will retry');
    });
  }
  return ended.filter((minute) => !failed.has(nameOf(minute)));
}

/** The ended minutes of a company: those that this gateway has claimed, and all others, the first minute first. */
type EndedMinutes = { companyId: number; claimed: CompanyMinute[]; others: CompanyMinute[] };

/**
 * Returns the claimed minutes that have ended by the clock of the Redis node that counts them, with further ended minutes
 * of the same companies that no one else has leased.
 */
async function endedMinutes(dependencies: FlusherDependencies, work: Work): Promise<CompanyMinute[]> {
  const { buffer, unflushed } = dependencies;
  const byCompany = [...Map.groupBy(work.group, ({ companyId }) => companyId)];
  const companies = await Promise.all(
    byCompany.map(async ([companyId, minutes]): Promise<EndedMinutes> => {
      const { current, ended } = await buffer.ended(companyId);
      const claimed = new Set(minutes.map(({ minute }) => minute));
      const others = ended.filter((minute) => !claimed.has(minute)).sort((a, b) => a - b);
      return {
        companyId,
        claimed: minutes.filter(({ minute }) => minute < current),
        others: others.map((minute) => ({ companyId, minute })),
      };
    }),
  );
  await unflushed.add(unlistedMinutes(companies, work));
  const leased = await leaseBacklog(dependencies, companies, work);
  return [...companies.flatMap(({ claimed }) => claimed), ...leased];
}

/**
 * Returns the minutes before the first claimed one of their company. They may be missing in the list: an earlier version
 * counted them, or Redis lost their entry.
 */
function unlistedMinutes(companies: readonly EndedMinutes[], { group }: Work): CompanyMinute[] {
  return companies.flatMap(({ companyId, others }) => {
    const claimed = group.filter((minute) => minute.companyId === companyId);
    const first = Math.min(...claimed.map(({ minute }) => minute));
    return others.filter(({ minute }) => minute < first);
  });
}

/** Leases further ended minutes of the same companies, so that they are written together. */
function leaseBacklog(
  { unflushed }: FlusherDependencies,
  companies: readonly EndedMinutes[],
  { leaseEnd, timeZones }: Work,
): Promise<CompanyMinute[]> {
  const known = companies.filter(({ companyId }) => timeZones.has(companyId));
  return unflushed.lease(
    leaseEnd,
    known.flatMap(({ others }) => others.slice(0, MAX_FURTHER_MINUTES)),
  );
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
