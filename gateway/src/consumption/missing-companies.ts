import type { MinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { missingKey } from '@vitae/accounts/quota/redis-keys';
import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import type { Redis, Result } from 'ioredis';
import { type CompanyMinute, type MinuteList, type UnflushedMinutes, unlistedMinutes } from './unflushed-minutes.ts';

/** Minutes of a list that this gateway has leased. */
export type Claimed = { list: MinuteList; leaseEnd: number; minutes: readonly CompanyMinute[] };

/** Consumption of companies that MongoDB does not contain. */
export type MissingCompanies = {
  /**
   * Postpones minutes of missing companies, or discards them if minute and company have been waiting for a day. Returns
   * the discarded minutes.
   */
  handle(claimed: Claimed): Promise<CompanyMinute[]>;
};

export type MissingCompaniesDependencies = {
  redis: Redis;
  buffer: Pick<MinuteBuffer, 'one' | 'ended' | 'remove'>;
  unflushed: Pick<UnflushedMinutes, 'add'>;
  metrics: Metrics;
  log: Logger;
};

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeMissingSeconds(keys: number, missing: string, expirySeconds: number): Result<number, Context>;
  }
}

/** A company can be missing while a backup is restored. */
const KEEP_SECONDS = 24 * 3_600;
/** All minutes of missing companies are retried at the same times, so that a pass logs each company once. */
const RETRY_SECONDS = 600;
/** A company that was not missing for this long counts as newly missing. */
const FORGET_SECONDS = 3 * RETRY_SECONDS;

/** KEYS missing; ARGV expiry in seconds. Returns for how many seconds the company has been missing. */
const MISSING_SCRIPT = `
local now = tonumber(redis.call('TIME')[1])
local since = tonumber(redis.call('GET', KEYS[1]) or now)
redis.call('SET', KEYS[1], since, 'EX', ARGV[1])
return now - since
`;

export function createMissingCompanies(dependencies: MissingCompaniesDependencies): MissingCompanies {
  const { redis, buffer, unflushed, metrics, log } = dependencies;
  redis.defineCommand('vitaeMissingSeconds', { lua: MISSING_SCRIPT });
  const help = 'Minutes of consumption that were discarded because MongoDB did not contain their company for a day';
  const discarded = metrics.counter('vitae_consumption_discarded_minutes_total', help, []);

  const discard = async ({ companyId, minute }: CompanyMinute) => {
    const counts = await buffer.one(companyId, minute);
    if (!counts) return;
    log.warn(
      { companyId, minute, counters: counts.counters },
      'Discarded the consumption of a company that is missing',
    );
    await buffer.remove(counts);
    discarded.inc();
  };
  /** Returns the minutes that are kept. */
  const keptOf = async (companyId: number, minutes: readonly CompanyMinute[], leaseEnd: number) => {
    const missingSeconds = await redis.vitaeMissingSeconds(1, missingKey(companyId), FORGET_SECONDS);
    const isOverdue = ({ minute }: CompanyMinute) => minute < (leaseEnd - KEEP_SECONDS) / 60;
    const overdue = missingSeconds < KEEP_SECONDS ? [] : minutes.filter(isOverdue);
    for (const minute of overdue) await discard(minute);
    const { ended } = await buffer.ended(companyId);
    const all = ended.map((minute) => ({ companyId, minute }));
    await unflushed.add(unlistedMinutes(minutes, all));
    return minutes.filter((minute) => !overdue.includes(minute));
  };
  return {
    handle: async ({ list, leaseEnd, minutes }) => {
      const postponed: CompanyMinute[] = [];
      for (const [companyId, ofCompany] of Map.groupBy(minutes, (minute) => minute.companyId)) {
        const kept = await keptOf(companyId, ofCompany, leaseEnd).catch((err: unknown) => {
          log.warn({ err, companyId }, 'Could not flush the consumption of a company; will retry');
          return ofCompany;
        });
        postponed.push(...kept);
        if (kept.length > 0)
          log.warn(
            { companyId, minutes: kept.length },
            'Could not flush the consumption of a company that is missing in MongoDB; will retry',
          );
      }
      const retryAt = (Math.floor(leaseEnd / RETRY_SECONDS) + 1) * RETRY_SECONDS;
      await list.postpone(leaseEnd, postponed, retryAt);
      return minutes.filter((minute) => !postponed.includes(minute));
    },
  };
}
