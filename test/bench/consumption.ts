import { dayOf } from '@vitae/accounts/consumption/calendar';
import type { CellSortKey } from '@vitae/accounts/consumption/cell-sorting';
import { createConsumptionStore } from '@vitae/accounts/consumption/consumption-mongo-store';
import { createConsumptionReports, type ReportQuery } from '@vitae/accounts/consumption/report';
import { DEFAULT_RETENTION } from '@vitae/accounts/consumption/retention';
import { dayWindow, lastHour, monthWindow, yearWindow } from '@vitae/accounts/consumption/window';
import { createIndexes } from '@vitae/accounts/indexes';
import type { Connection } from 'mongoose';
import { openDatabaseFixture } from '../support/kit/database-fixture.ts';
import { compare, medianMs, type Row } from './compare.ts';
import { COMPANY, seedConsumption } from './seed-consumption.ts';

const REPETITIONS = 9;
const ROWS = 25;
const GOAL_MS = 100;

/** Compares the consumption page for 1,000 keys, 50 endpoints and 30 days with one indexed find. */
export async function benchConsumption(mongodbUri: string): Promise<Row[]> {
  const { connection, drop } = await openDatabaseFixture(mongodbUri);
  try {
    const store = createConsumptionStore(connection, DEFAULT_RETENTION);
    await createIndexes(connection);
    const now = Math.floor(Date.now() / 60_000);
    await seedConsumption(connection, now);
    // Counts in Redis are not part of the measurement.
    const openMinutes = {
      all: async () => [],
      one: async () => undefined,
      minutes: async () => [],
      ended: async () => ({ current: 0, ended: [] }),
      remove: async () => undefined,
    };
    const reports = createConsumptionReports(openMinutes, store);
    const rows: Row[] = [];
    for (const [title, query, order] of queriesOf(now)) {
      const measure = () => medianMs(REPETITIONS, () => (order ? reports.cells(query, order) : reports.of(query)));
      const span = query.window.spans.at(-1) as string;
      const find = () => medianMs(REPETITIONS, () => bareFind(connection, span));
      const peer = { name: `one find of ${ROWS} rows`, measure: find };
      const row = await compare({ title, ours: { name: 'page', measure }, peer }, 'ms');
      rows.push({ ...row, title: `${row.title}${row.ours.median < GOAL_MS ? '' : ` (above ${GOAL_MS} ms)`}` });
    }
    return rows;
  } finally {
    await drop();
  }
}

function queriesOf(now: number): [string, ReportQuery, CellSortKey?][] {
  const timeZone = 'UTC';
  const today = dayOf(now, timeZone);
  const whole = { companyId: COMPANY, timeZone, page: 1 };
  const month = monthWindow(today.year, today.month, timeZone);
  return [
    ['consumption, last hour by minute', { ...whole, window: lastHour(now) }],
    ['consumption, day by hour', { ...whole, window: dayWindow(today, timeZone) }],
    ['consumption, month by day', { ...whole, window: month }],
    ['consumption, year by day', { ...whole, window: yearWindow(today.year, timeZone) }],
    ['consumption, one key in a month', { ...whole, window: month, source: 'k500' }],
    ['consumption, one endpoint in a month', { ...whole, window: month, endpoint: 'call.25' }],
    ['consumption, one cause in a month', { ...whole, window: month, outcome: 'invalid_signature' }],
    ['consumption, page 40 of the keys in a month', { ...whole, window: month, page: 40 }],
    ['consumption, by key and endpoint in a month', { ...whole, window: month }, 'calls'],
    ['consumption, by key and endpoint in the last hour', { ...whole, window: lastHour(now) }, 'calls'],
  ];
}

async function bareFind(connection: Connection, span: string): Promise<unknown> {
  return connection
    .collection('consumption_spans')
    .find(
      { companyId: COMPANY, span, endpoint: '', source: { $gt: '' } },
      { sort: { calls: -1 }, limit: ROWS, projection: { sum: 1 } },
    )
    .toArray();
}
