import type { Source } from '../../../consumption/counter.ts';
import type { QuotaState } from '../../../consumption/quota-state.ts';
import type { Report } from '../../../consumption/report.ts';
import type { Window } from '../../../consumption/window.ts';
import type { ConsumptionWords } from '../../messages/settings/consumption/en.ts';
import type { ConsumptionFormat } from './consumption-format.ts';
import type { ConsumptionQuery } from './consumption-query.ts';

/** Everything that the consumption page shows. */
export type ConsumptionView = {
  query: ConsumptionQuery;
  window: Window;
  report: Report;
  quotas: QuotaState[];
  busiest: Record<QuotaState['type'], readonly string[]>;
  names: ReadonlyMap<Source, string>;
  /** The calls that there are by the name that the log has: `GET /api/v1/cv/:id`. */
  calls: ReadonlyMap<string, string>;
  /** Names of the windows before and after; undefined where there is none. */
  earlier: string | undefined;
  later: string | undefined;
  timeZone: string;
  /** Nothing was ever called. */
  isFirstDay: boolean;
  companyApiUrl: string;
  format: ConsumptionFormat;
  words: ConsumptionWords;
};

export function sourceName(source: Source, { names, words }: Pick<ConsumptionView, 'names' | 'words'>): string {
  return names.get(source) ?? words.unnamed(source);
}

export function callName(endpoint: string, { calls, words }: Pick<ConsumptionView, 'calls' | 'words'>): string {
  return calls.get(endpoint) ?? (endpoint === 'unknown' ? words.unknownCall : endpoint);
}
