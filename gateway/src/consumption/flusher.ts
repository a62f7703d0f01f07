import { type CompanyStore, companyNotFound } from '@vitae/accounts/companies/company-store';
import type { ConsumedMinute, ConsumptionStore } from '@vitae/accounts/consumption/consumption-store';
import type { MinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { NO_COMPANY } from '@vitae/accounts/quota/redis-keys';
import { VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';
import type { Claimed, MissingCompanies } from './missing-companies.ts';
import { type CompanyMinute, type MinuteList, type UnflushedMinutes, unlistedMinutes } from './unflushed-minutes.ts';

export type Flusher = {
  /** Flushes the ended minutes that no other gateway is flushing. Minutes that cannot be stored remain in Redis. */
  flush(): Promise<void>;
  /** Flushes periodically until closed. Every gateway does this; each minute is claimed by one of them. */
  start(): void;
  close(): Promise<void>;
};

export type FlusherDependencies = {
  buffer: MinuteBuffer;
  unflushed: Pick<UnflushedMinutes, 'add' | 'lists'>;
  store: Pick<ConsumptionStore, 'flush' | 'shortenRetention'>;
  companies: Pick<CompanyStore, 'timeZonesOf'>;
  missing: MissingCompanies;
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

  const flushList = async (list: MinuteList) => {
    while (!isClosing) {
      const { leaseEnd, minutes } = await list.claim(BATCH_SIZE);
      if (minutes.length === 0) return;
      const flushed = await flushMinutes(dependencies, { list, leaseEnd, minutes }, () => isClosing);
      await list.complete(leaseEnd, flushed);
    }
  };
  const flushAll = async () => {
    const errors: unknown[] = [];
    // On a cluster, a list whose master fails must not prevent the others from being flushed.
    for (const list of unflushed.lists) await flushList(list).catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  };
  const flush = () => {
    running ??= flushAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    flush,
    start: () => {
      recurring = startRecurring('consumption', INTERVAL_MS, flush, log);
    },
    close: async () => {
      isClosing = true;
      await recurring?.stop();
    },
  };
}

/** Returns the minutes that are flushed or discarded. The others are claimed again when the lease ends, or later. */
async function flushMinutes(
  dependencies: FlusherDependencies,
  { list, leaseEnd, minutes }: Claimed,
  isClosing: () => boolean,
): Promise<CompanyMinute[]> {
  const { companies, missing } = dependencies;
  const timeZones = await companies.timeZonesOf([...new Set(minutes.map(({ companyId }) => companyId))]);
  timeZones.set(NO_COMPANY, 'UTC');
  const isKnown = ({ companyId }: CompanyMinute) => timeZones.has(companyId);
  // Minutes of one company change the same documents, so they share a group.
  const known = minutes.filter(isKnown).sort((a, b) => a.companyId - b.companyId);
  const flushed: CompanyMinute[] = [];
  let next = 0;
  const worker = async () => {
    while (next < known.length && !isClosing()) {
      const group = known.slice(next, next + GROUP_SIZE);
      next += GROUP_SIZE;
      flushed.push(...(await flushGroup(dependencies, { list, leaseEnd, minutes: group, timeZones })));
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_GROUPS }, worker));
  const unknown = minutes.filter((minute) => !isKnown(minute));
  if (unknown.length > 0) flushed.push(...(await missing.handle({ list, leaseEnd, minutes: unknown })));
  return flushed;
}

/** Minutes that are written together. */
type Work = Claimed & { timeZones: ReadonlyMap<number, string> };

/** Returns the minutes that are flushed: those of the group, and further ones of the same companies. */
async function flushGroup(dependencies: FlusherDependencies, work: Work): Promise<CompanyMinute[]> {
  const { buffer, store, unflushed, log } = dependencies;
  const { timeZones } = work;
  const ended = await endedMinutes(dependencies, work);
  const failed = new Set<string>();
  const postpone =
    (minute: CompanyMinute) =>
    (err: unknown): undefined => {
      failed.add(nameOf(minute));
      log.warn({ err, companyId: minute.companyId }, 'Could not flush the consumption of a company; will retry');
    };
  const buffered = await Promise.all(
    ended.map((minute) => buffer.one(minute.companyId, minute.minute).catch(postpone(minute))),
  );
  // The others were flushed by another gateway, or listed but never used.
  const consumed = buffered.filter((minute) => minute !== undefined);
  const flush = async (minutes: readonly ConsumedMinute[]) => {
    await store.flush(minutes.map((minute) => ({ minute, timeZone: timeZoneOf(minute.companyId, timeZones) })));
    await Promise.all(minutes.map((minute) => buffer.remove(minute).catch(postpone(minute))));
    const removed = minutes.filter((minute) => !failed.has(nameOf(minute)));
    // On a cluster, a failover can lose the removal of a minute whose list is on another master. It is then flushed with
    // the next request of the company, which may come much later.
    if (unflushed.lists.length > 1) return;
    await store
      .shortenRetention(removed)
      .catch((err: unknown) =>
        log.warn({ err }, 'Could not shorten how long the ids of flushed minutes are kept; they expire after 30 days'),
      );
  };
  try {
    await flush(consumed);
  } catch (error) {
    if (VitaeError.from(error).reason === 'dependency_unavailable') throw error;
    for (const minute of consumed) await flush([minute]).catch(postpone(minute));
  }
  return ended.filter((minute) => !failed.has(nameOf(minute)));
}

/** The ended minutes of a company: those that this gateway has claimed, and all others, the first minute first. */
type EndedMinutes = { companyId: number; claimed: CompanyMinute[]; others: CompanyMinute[] };

/**
 * Returns the claimed minutes that have ended by the clock of the Redis node that counts them, with further ended minutes
 * of the same companies that no one else has leased. Omits companies whose node does not respond.
 */
async function endedMinutes(dependencies: FlusherDependencies, work: Work): Promise<CompanyMinute[]> {
  const { buffer, unflushed, log } = dependencies;
  const byCompany = [...Map.groupBy(work.minutes, ({ companyId }) => companyId)];
  const found = await Promise.all(
    byCompany.map(async ([companyId, minutes]): Promise<EndedMinutes | undefined> => {
      const state = await buffer.ended(companyId).catch((err: unknown) => {
        log.warn({ err, companyId }, 'Could not read the consumption of a company; will retry');
      });
      if (!state) return undefined;
      const { current, ended } = state;
      const claimed = new Set(minutes.map(({ minute }) => minute));
      const others = ended.filter((minute) => !claimed.has(minute)).sort((a, b) => a - b);
      return {
        companyId,
        claimed: minutes.filter(({ minute }) => minute < current),
        others: others.map((minute) => ({ companyId, minute })),
      };
    }),
  );
  const companies = found.filter((company) => company !== undefined);
  const unlisted = companies.flatMap(({ companyId, others }) =>
    unlistedMinutes(
      work.minutes.filter((minute) => minute.companyId === companyId),
      others,
    ),
  );
  await unflushed.add(unlisted);
  const leased = await leaseBacklog(companies, work);
  return [...companies.flatMap(({ claimed }) => claimed), ...leased];
}

/** Leases further ended minutes of the same companies, so that they are written together. */
function leaseBacklog(companies: readonly EndedMinutes[], { list, leaseEnd }: Work): Promise<CompanyMinute[]> {
  return list.lease(
    leaseEnd,
    companies.flatMap(({ others }) => others.slice(0, MAX_FURTHER_MINUTES)),
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
