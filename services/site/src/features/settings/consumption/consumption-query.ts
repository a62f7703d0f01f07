import { dayName, dayOf, monthName } from '@vitae/accounts/consumption/calendar';
import { type CellSortKey, cellSortKeys } from '@vitae/accounts/consumption/cell-sorting';
import { type Outcome, outcomes, type Source } from '@vitae/accounts/consumption/counter';
import {
  dayWindow,
  lastHour,
  monthWindow,
  type View,
  views,
  type Window,
  yearWindow,
} from '@vitae/accounts/consumption/window';
import type { Request } from 'express';
import { areaPath } from '../settings-area.ts';

/** The query of the consumption page. Invalid parameters are ignored. */
export type ConsumptionQuery = {
  view: View;
  /** A day, month or year: `2026-11-21`, `2026-11`, `2026`. Undefined for the current one. */
  at: string | undefined;
  source: Source | undefined;
  endpoint: string | undefined;
  outcome: Outcome | undefined;
  search: string;
  page: number;
  paused: boolean;
  /** The order of the table by key and endpoint. */
  sort: CellSortKey;
  /** The page below the consumption page. */
  path: '' | '/calls';
};

const MAX_PAGE = 400;

export function readQuery(request: Pick<Request, 'originalUrl'>): ConsumptionQuery {
  const question = request.originalUrl.indexOf('?');
  const given = new URLSearchParams(question < 0 ? '' : request.originalUrl.slice(question + 1));
  const matching = (name: string, pattern: RegExp) => given.get(name)?.match(pattern)?.[0];
  return {
    view: views.find((view) => view === given.get('view')) ?? 'hour',
    at: matching('at', /^20\d\d(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/),
    source: matching('key', /^[ka]\d{1,15}$/),
    endpoint: matching('call', /^[a-z][a-z0-9.-]{0,59}$/),
    outcome: outcomes.find((outcome) => outcome === given.get('outcome')),
    search: (given.get('search') ?? '').trim(),
    page: Math.min(MAX_PAGE, Math.max(1, Math.floor(Number(given.get('page')) || 1))),
    paused: given.get('paused') === '1',
    sort: cellSortKeys.find((order) => order === given.get('sort')) ?? 'calls',
    path: '',
  };
}

/** Returns the address of the consumption page, or of a page below it, with this query. */
export function addressOf(query: ConsumptionQuery, changes: Partial<ConsumptionQuery> = {}, under?: string): string {
  const { view, at, source, endpoint, outcome, search, page, paused, sort, path } = { ...query, ...changes };
  const said = new URLSearchParams();
  if (view !== 'hour') said.set('view', view);
  if (at && view !== 'hour') said.set('at', at);
  if (source) said.set('key', source);
  if (endpoint) said.set('call', endpoint);
  if (outcome) said.set('outcome', outcome);
  if (search) said.set('search', search);
  if (page > 1) said.set('page', String(page));
  if (paused) said.set('paused', '1');
  if (sort !== 'calls') said.set('sort', sort);
  const text = said.toString();
  return `${areaPath('consumption')}${under ?? path}${text && `?${text}`}`;
}

/** `now` is a minute since 1970. */
export function windowOf({ view, at }: ConsumptionQuery, now: number, timeZone: string): Window {
  const today = dayOf(now, timeZone);
  const [year = today.year, month = today.month, day = 1] = at ? at.split('-').map(Number) : [];
  if (view === 'hour') return lastHour(now);
  if (view === 'day') return dayWindow(at ? { year, month, day } : today, timeZone);
  return view === 'month' ? monthWindow(year, month, timeZone) : yearWindow(year, timeZone);
}

/** Returns the name of the window in addresses. */
export function nameOf({ view, from }: Window, timeZone: string): string {
  const day = dayOf(from, timeZone);
  if (view === 'year') return String(day.year);
  return view === 'month' ? monthName(day) : dayName(day);
}
