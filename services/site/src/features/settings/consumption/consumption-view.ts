import type { Source } from '@vitae/accounts/consumption/counter';
import type { QuotaState } from '@vitae/accounts/consumption/quota-state';
import type { Report } from '@vitae/accounts/consumption/report';
import type { Rows } from '@vitae/accounts/consumption/rows';
import { type SourceName, sourceLabel } from '@vitae/accounts/consumption/source-names';
import type { Window } from '@vitae/accounts/consumption/window';
import type { MessageGroups } from '../../../locales/messages.ts';
import type { ConsumptionFormat } from './consumption-format.ts';
import type { ConsumptionQuery } from './consumption-query.ts';

export type ConsumptionMessages = MessageGroups['consumption'];

/** What the user selected, and how to present it. */
export type Choice = {
  query: ConsumptionQuery;
  window: Window;
  names: ReadonlyMap<Source, SourceName>;
  /** Maps the endpoint names of the consumption log to addresses such as `GET /api/v1/cv/:id`. */
  endpoints: ReadonlyMap<string, string>;
  /** The names of the previous and the next period, if there are any. */
  earlier: string | undefined;
  later: string | undefined;
  format: ConsumptionFormat;
  messages: ConsumptionMessages;
};

/** The content of the consumption page. */
export type ConsumptionView = Choice & {
  report: Report;
  quotas: QuotaState[];
  busiest: Record<QuotaState['type'], readonly string[]>;
  timeZone: string;
  /** Whether the company has never sent a request. */
  isFirstDay: boolean;
  companyApiUrl: string;
};

/** The content of the table by key and endpoint. */
export type CellsView = Choice & { cells: Rows };

export function sourceName(
  source: Source,
  {
    names,
    messages,
    format,
  }: Pick<ConsumptionView, 'names' | 'messages'> & { format: Pick<ConsumptionFormat, 'text'> },
): string {
  const name = names.get(source);
  return name ? sourceLabel(name) : format.text(messages.unnamed, { source });
}

export function endpointName(
  endpoint: string,
  { endpoints, messages }: Pick<ConsumptionView, 'endpoints' | 'messages'>,
): string {
  return endpoints.get(endpoint) ?? (endpoint === 'unknown' ? messages.unknownEndpoint : endpoint);
}
