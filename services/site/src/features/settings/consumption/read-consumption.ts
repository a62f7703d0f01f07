import type { Company } from '@vitae/accounts/companies/company-store';
import type { ConsumedMinute } from '@vitae/accounts/consumption/consumption-store';
import type { Source } from '@vitae/accounts/consumption/counter';
import { addCount, type Counts, requestsIn } from '@vitae/accounts/consumption/counts';
import type { MinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { quotaState, readQuota } from '@vitae/accounts/consumption/quota-state';
import type { ConsumptionReports, ReportQuery } from '@vitae/accounts/consumption/report';
import type { SourceNames } from '@vitae/accounts/consumption/source-names';
import { lastHour, neighbour } from '@vitae/accounts/consumption/window';
import { type QuotaType, quotaTypes } from '@vitae/accounts/quota/quota-types';
import type { Locale } from '@vitae/proto/locale';
import type { Redis } from 'ioredis';
import { messagesFor } from '../../../locales/messages.ts';
import { consumptionFormat } from './consumption-format.ts';
import { type ConsumptionQuery, nameOf, windowOf } from './consumption-query.ts';
import { type CellsView, type Choice, type ConsumptionView, sourceName } from './consumption-view.ts';

export type ConsumptionReaderDependencies = {
  reports: ConsumptionReports;
  buffer: Pick<MinuteBuffer, 'one'>;
  names: SourceNames;
  redis: Redis;
  /** Maps the endpoint names of the consumption log to addresses such as `GET /api/v1/cv/:id`. */
  endpoints: ReadonlyMap<string, string>;
  companyApiUrl: string;
};

/** A page request. `signal` is aborted when the client disconnects. */
export type ConsumptionReader = { company: Company; locale: Locale; signal: AbortSignal };

const BUSIEST = 3;

/** Reads the content of the consumption pages. Uses the clock of Redis, as the quota does. */
export function createConsumptionReader({
  reports,
  buffer,
  names,
  redis,
  endpoints,
  companyApiUrl,
}: ConsumptionReaderDependencies) {
  /** Translates the query of the page; `now` counts minutes since 1970. */
  const questionAt = async (
    now: number,
    { company: { id: companyId, timeZone }, signal }: ConsumptionReader,
    query: ConsumptionQuery,
  ): Promise<ReportQuery> => ({
    companyId,
    signal,
    timeZone,
    window: windowOf(query, now, timeZone),
    ...query,
    onlySources: query.search ? await names.search({ companyId, signal }, query.search) : undefined,
  });
  const question = async (reader: ConsumptionReader, query: ConsumptionQuery): Promise<ReportQuery> =>
    questionAt(Math.floor((await readQuota(redis, reader.company.id)).now / 60_000), reader, query);

  const page = async (reader: ConsumptionReader, query: ConsumptionQuery): Promise<ConsumptionView> => {
    const { company, signal } = reader;
    const { id: companyId, timeZone, limits } = company;
    const quota = await readQuota(redis, companyId);
    const now = Math.floor(quota.now / 60_000);
    const recent = { companyId, signal, timeZone, window: lastHour(now) };
    const [report, hour, minute] = await Promise.all([
      reports.of(await questionAt(now, reader, query)),
      reports.of(recent),
      buffer.one(companyId, now),
    ]);
    const busiest = { standard: busiestOf(minute, 'standard'), intensive: busiestOf(minute, 'intensive') };
    const listed = report.bySource.rows.map(({ source }) => source);
    const sources = [...listed, ...busiest.standard, ...busiest.intensive];
    const choice = await readChoice(reader, query, now, sources, { names, endpoints });
    const past = hour.series.slice(0, -1).reverse();
    const usedBefore = (type: QuotaType) => past.map((counts) => counts[`accepted_${type}`] ?? 0);
    return {
      ...choice,
      report,
      quotas: quotaTypes.map((type) => quotaState(type, limits, quota, usedBefore(type))),
      busiest: {
        standard: busiest.standard.map((source) => sourceName(source, choice)),
        intensive: busiest.intensive.map((source) => sourceName(source, choice)),
      },
      timeZone,
      isFirstDay: requestsIn(report.total) === 0 && !(await reports.hasAny({ companyId, signal })),
      companyApiUrl,
    };
  };
  const table = async (reader: ConsumptionReader, query: ConsumptionQuery): Promise<CellsView> => {
    const now = Math.floor((await readQuota(redis, reader.company.id)).now / 60_000);
    const cells = await reports.cells(await questionAt(now, reader, query), query.sort);
    const sources = cells.rows.map(({ source }) => source);
    return { ...(await readChoice(reader, query, now, sources, { names, endpoints })), cells };
  };
  return { page, table, question };
}

/** Reads what the selection of a page needs: the period with its neighbors and the names of the sources. */
async function readChoice(
  { company: { id: companyId, timeZone }, locale, signal }: ConsumptionReader,
  query: ConsumptionQuery,
  now: number,
  sources: readonly Source[],
  { names, endpoints }: Pick<ConsumptionReaderDependencies, 'names' | 'endpoints'>,
): Promise<Choice> {
  const window = windowOf(query, now, timeZone);
  const named = new Set(query.source ? [...sources, query.source] : sources);
  const later = neighbour(window, 1, timeZone);
  const earlier = neighbour(window, -1, timeZone);
  return {
    query,
    window,
    names: await names.of({ companyId, signal }, [...named]),
    endpoints,
    earlier: earlier && nameOf(earlier, timeZone),
    later: later && later.from <= now ? nameOf(later, timeZone) : undefined,
    format: consumptionFormat(locale, timeZone),
    messages: messagesFor(locale).consumption,
  };
}

/** Returns the top consumers of a quota in the current minute. */
function busiestOf(minute: ConsumedMinute | undefined, type: QuotaType): Source[] {
  const used: Counts = {};
  for (const { source, name, count } of minute?.counters ?? [])
    if (name === `accepted_${type}`) addCount(used, source, count);
  return Object.entries(used)
    .sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
    .slice(0, BUSIEST)
    .map(([source]) => source);
}
