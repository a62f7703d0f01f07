import type { Redis } from 'ioredis';
import type { Company } from '../../../companies/company-store.ts';
import type { Source } from '../../../consumption/counter.ts';
import { type Counts, callsIn } from '../../../consumption/counts.ts';
import { quotaState, readQuota } from '../../../consumption/quota-state.ts';
import type { ConsumptionReports } from '../../../consumption/report.ts';
import type { SourceNames } from '../../../consumption/source-names.ts';
import { lastHour, neighbour } from '../../../consumption/window.ts';
import { type QuotaType, quotaTypes } from '../../../quota/admission.ts';
import type { Locale } from '../../locale.ts';
import { consumptionWords } from '../../messages/settings/consumption/catalogue.ts';
import { consumptionFormat } from './consumption-format.ts';
import { type ConsumptionQuery, nameOf, windowOf } from './consumption-query.ts';
import { type CellsView, type Choice, type ConsumptionView, sourceName } from './consumption-view.ts';

export type GatherDependencies = {
  reports: ConsumptionReports;
  names: SourceNames;
  redis: Redis;
  /** The calls that there are by name: `GET /api/v1/cv/:id`. */
  calls: ReadonlyMap<string, string>;
  companyApiUrl: string;
};

const BUSIEST = 3;

/** Reads all that a look at the consumption of a company shows. The clock is Redis', as for the quota. */
export function createGatherConsumption({ reports, names, redis, calls, companyApiUrl }: GatherDependencies) {
  const among = async ({ id }: Company, { search }: ConsumptionQuery) =>
    search ? names.search(id, search) : undefined;
  const choiceOf = async (
    company: Company,
    query: ConsumptionQuery,
    locale: Locale,
    now: number,
    sources: readonly Source[],
  ): Promise<Choice> => {
    const { id: companyId, timeZone } = company;
    const window = windowOf(query, now, timeZone);
    const named = new Set(query.source ? [...sources, query.source] : sources);
    const later = neighbour(window, 1, timeZone);
    const earlier = neighbour(window, -1, timeZone);
    return {
      query,
      window,
      names: await names.of(companyId, [...named]),
      calls,
      earlier: earlier && nameOf(earlier, timeZone),
      later: later && later.from <= now ? nameOf(later, timeZone) : undefined,
      format: consumptionFormat(locale, timeZone),
      words: consumptionWords[locale],
    };
  };

  const page = async (company: Company, query: ConsumptionQuery, locale: Locale): Promise<ConsumptionView> => {
    const { id: companyId, timeZone, limits } = company;
    const quota = await readQuota(redis, companyId);
    const now = Math.floor(quota.now / 60_000);
    const window = windowOf(query, now, timeZone);
    const recent = { companyId, timeZone, window: lastHour(now), page: 1 };
    const [report, hour] = await Promise.all([
      reports.of({ companyId, timeZone, window, ...query, among: await among(company, query) }),
      reports.of(recent),
    ]);
    const sources = [...report.bySource.rows, ...hour.bySource.rows].map(({ source }) => source);
    const choice = await choiceOf(company, query, locale, now, sources);
    const past = hour.series.slice(0, -1).reverse();
    const usedBefore = (type: QuotaType) => past.map((counts) => counts[`accepted_${type}`] ?? 0);
    return {
      ...choice,
      report,
      quotas: quotaTypes.map((type) => quotaState(type, limits, quota, usedBefore(type))),
      busiest: {
        standard: busiest(hour.bySource.rows, 'accepted_standard', choice),
        intensive: busiest(hour.bySource.rows, 'accepted_intensive', choice),
      },
      timeZone,
      isFirstDay: callsIn(report.total) === 0 && !(await reports.hasAny(companyId)),
      companyApiUrl,
    };
  };
  const table = async (company: Company, query: ConsumptionQuery, locale: Locale): Promise<CellsView> => {
    const { id: companyId, timeZone } = company;
    const now = Math.floor((await readQuota(redis, companyId)).now / 60_000);
    const window = windowOf(query, now, timeZone);
    const question = { companyId, timeZone, window, ...query, among: await among(company, query) };
    const cells = await reports.cells(question, query.sort);
    const sources = cells.rows.map(({ source }) => source);
    return { ...(await choiceOf(company, query, locale, now, sources)), cells };
  };
  return { page, table };
}

/** Who has most of a count in the last hour, by name. */
function busiest(rows: readonly { source: Source; counts: Counts }[], name: string, choice: Choice): string[] {
  return rows
    .filter(({ counts }) => (counts[name] ?? 0) > 0)
    .sort((a, b) => (b.counts[name] ?? 0) - (a.counts[name] ?? 0))
    .slice(0, BUSIEST)
    .map(({ source }) => sourceName(source, choice));
}
