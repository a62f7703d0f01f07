import type { Source } from '@vitae/accounts/consumption/counter';
import type { QuotaState } from '@vitae/accounts/consumption/quota-state';
import type { Report } from '@vitae/accounts/consumption/report';
import type { Rows } from '@vitae/accounts/consumption/rows';
import type { Window } from '@vitae/accounts/consumption/window';
import type { Messages } from '../../../locales/messages.ts';
import type { ConsumptionFormat } from './consumption-format.ts';
import type { ConsumptionQuery } from './consumption-query.ts';

/** What was chosen to be shown, and how to name it. */
export type Choice = {
  query: ConsumptionQuery;
  window: Window;
  names: ReadonlyMap<Source, string>;
  /** The calls that there are by the name that the log has: `GET /api/v1/cv/:id`. */
  calls: ReadonlyMap<string, string>;
  /** Names of the windows before and after; undefined where there is none. */
  earlier: string | undefined;
  later: string | undefined;
  format: ConsumptionFormat;
  messages: ConsumptionWords;
};

/** Everything that the consumption page shows. */
export type ConsumptionView = Choice & {
  report: Report;
  quotas: QuotaState[];
  busiest: Record<QuotaState['type'], readonly string[]>;
  timeZone: string;
  /** Nothing was ever called. */
  isFirstDay: boolean;
  companyApiUrl: string;
};

/** Everything that the table of each key at each call shows. */
export type CellsView = Choice & { cells: Rows };

export function sourceName(source: Source, { names, messages }: Pick<ConsumptionView, 'names' | 'messages'>): string {
  return names.get(source) ?? messages.unnamed(source);
}

export function callName(endpoint: string, { calls, messages }: Pick<ConsumptionView, 'calls' | 'messages'>): string {
  return calls.get(endpoint) ?? (endpoint === 'unknown' ? messages.unknownCall : endpoint);
}
