import type { Redis } from 'ioredis';
import type { Company } from '../../../companies/company-store.ts';
import type { Source } from '../../../consumption/counter.ts';
import { type Counts, callsIn } from '../../../consumption/counts.ts';
import { quotaState, readQuota } from '../../../consumption/quota-state.ts';
import type { ConsumptionReports } from '../../../consumption/report.ts';
import type { SourceNames } from '../../../consumption/source-names.ts';
import { lastHour, neighbour } from '../../../consumption/window.ts';
import { quotaTypes } from '../../../quota/admission.ts';
import type { Locale } from '../../locale.ts';
import { consumptionWords } from '../../messages/settings/consumption/catalogue.ts';
import { consumptionFormat } from './consumption-format.ts';
import { type ConsumptionQuery, nameOf, windowOf } from './consumption-query.ts';
import type { ConsumptionView } from './consumption-view.ts';

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
  return async (company: Company, query: ConsumptionQuery, locale: Locale): Promise<ConsumptionView> => {
    const { id: companyId, timeZone, limits } = company;
    const quota = await readQuota(redis, companyId);
    const minute = Math.floor(quota.now / 60_000);
    const window = windowOf(query, minute, timeZone);
    const among = query.search ? await names.search(companyId, query.search) : undefined;
    const recent = { companyId, timeZone, window: lastHour(minute), page: 1 };
    const [report, hour] = await Promise.all([
      reports.of({ companyId, timeZone, window, ...query, among }),
      reports.of(recent),
    ]);
    const sources = [...report.bySource.rows, ...hour.bySource.rows].map(({ source }) => source);
    const known = await names.of(companyId, [...new Set(query.source ? [...sources, query.source] : sources)]);
    const words = consumptionWords[locale];
    const past = hour.series.slice(0, -1).reverse();
    const later = neighbour(window, 1, timeZone);
    const earlier = neighbour(window, -1, timeZone);
    return {
      query,
      window,
      report,
      quotas: quotaTypes.map((type) =>
        quotaState(
          type,
          limits,
          quota,
          past.map((counts) => counts[`accepted_${type}`] ?? 0),
        ),
      ),
      busiest: {
        standard: busiest(hour.bySource.rows, 'accepted_standard', known),
        intensive: busiest(hour.bySource.rows, 'accepted_intensive', known),
      },
      names: known,
      calls,
      earlier: earlier && nameOf(earlier, timeZone),
      later: later && later.from <= minute ? nameOf(later, timeZone) : undefined,
      timeZone,
      isFirstDay: callsIn(report.total) === 0 && !(await reports.hasAny(companyId)),
      companyApiUrl,
      format: consumptionFormat(locale, timeZone),
      words,
    };
  };
}

/** Who has most of a count in the last hour, by name. */
function busiest(
  rows: readonly { source: Source; counts: Counts }[],
  name: string,
  names: ReadonlyMap<Source, string>,
): string[] {
  return rows
    .filter(({ counts }) => (counts[name] ?? 0) > 0)
    .sort((a, b) => (b.counts[name] ?? 0) - (a.counts[name] ?? 0))
    .slice(0, BUSIEST)
    .map(({ source }) => names.get(source) ?? source);
}
