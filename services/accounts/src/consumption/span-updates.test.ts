import { outcomes } from './counter.ts';
import { consumptionRetentionSettings, DEFAULT_RETENTION, retentionOf } from './retention.ts';
import { cellsOf, spanUpdates } from './span-updates.ts';

const MINUTE = Date.parse('2026-03-20T10:15Z') / 60_000;
const cell = { source: 'k1', endpoint: 'cv.read' };
const minute = (names: readonly string[]) => ({
  companyId: 7,
  minute: MINUTE,
  generation: 'g',
  counters: names.map((name) => ({ ...cell, name, count: 2 })),
});

describe('the rollup of a minute', () => {
  test.each(outcomes)('counts %s among all requests, and among the rejected ones unless it is accepted', (outcome) => {
    for (const { updateOne } of spanUpdates(minute([outcome]), 'UTC', DEFAULT_RETENTION)) {
      const refused = outcome.startsWith('accepted_') ? 0 : 2;
      expect(updateOne.update.$inc).toMatchObject({ calls: 2, refused, [`sum.${outcome}`]: 2 });
    }
  });

  test('counts neither statuses nor latencies as requests', () => {
    for (const { updateOne } of spanUpdates(minute(['s200', 'l3', 'us']), 'UTC', DEFAULT_RETENTION))
      expect(updateOne.update.$inc).toMatchObject({ calls: 0, refused: 0, 'sum.s200': 2, 'sum.l3': 2, 'sum.us': 2 });
  });

  test('has sums over all sources, over all endpoints, and over both', () => {
    const counters = ['k1', 'k2'].flatMap((source) =>
      ['cv.read', 'users.list'].map((endpoint) => ({ source, endpoint, name: 'accepted_free', count: 1 })),
    );
    const counts = Object.fromEntries(
      cellsOf(counters).map(({ source, endpoint, counts: { accepted_free } }) => [
        `${source}/${endpoint}`,
        accepted_free,
      ]),
    );
    expect(counts).toEqual({
      'k1/cv.read': 1,
      'k1/users.list': 1,
      'k2/cv.read': 1,
      'k2/users.list': 1,
      'k1/': 2,
      'k2/': 2,
      '/cv.read': 2,
      '/users.list': 2,
      '/': 4,
    });
  });

  test('expires each kind of span its retention period after its end', () => {
    const retention = { hour: 1, day: 2, month: 3, year: 4 };
    const updates = spanUpdates(minute(['accepted_free']), 'Europe/Paris', retention);
    const expiries = updates.map(({ updateOne: { update } }) => {
      const { span, expiresAt } = update.$setOnInsert;
      return [span[0], expiresAt.toISOString()];
    });
    expect(Object.fromEntries(expiries)).toEqual({
      h: '2026-03-21T11:00:00.000Z',
      d: '2026-03-22T23:00:00.000Z',
      m: '2026-04-03T22:00:00.000Z',
      y: '2027-01-04T23:00:00.000Z',
    });
  });

  test('is added to the points of its spans', () => {
    const [hour, day, month, year] = spanUpdates(minute(['s200']), 'Europe/Paris', DEFAULT_RETENTION);
    for (const [update, point] of [
      [hour, 15],
      [day, 11],
      [month, 20],
      [year, 3],
    ] as const)
      expect(update?.updateOne.update.$inc).toEqual({
        calls: 0,
        refused: 0,
        'sum.s200': 2,
        [`points.${point}.s200`]: 2,
      });
  });
});

test('consumption is retained as configured, by default as long as the charts need it', () => {
  const settings = { CONSUMPTION_MINUTES_KEPT: 1, CONSUMPTION_HOURS_KEPT: 2, CONSUMPTION_DAYS_KEPT: 3 };
  expect(retentionOf(settings)).toEqual({ hour: 1, day: 2, month: 3, year: 3 });
  const { CONSUMPTION_MINUTES_KEPT, CONSUMPTION_HOURS_KEPT, CONSUMPTION_DAYS_KEPT } = consumptionRetentionSettings;
  const defaults = {
    CONSUMPTION_MINUTES_KEPT: CONSUMPTION_MINUTES_KEPT.parse(undefined),
    CONSUMPTION_HOURS_KEPT: CONSUMPTION_HOURS_KEPT.parse(undefined),
    CONSUMPTION_DAYS_KEPT: CONSUMPTION_DAYS_KEPT.parse(undefined),
  };
  expect(retentionOf(defaults)).toEqual(DEFAULT_RETENTION);
  expect(DEFAULT_RETENTION).toEqual({ hour: 8, day: 92, month: 762, year: 762 });
  for (const [setting, max] of [
    [CONSUMPTION_MINUTES_KEPT, 366],
    [CONSUMPTION_HOURS_KEPT, 3_650],
    [CONSUMPTION_DAYS_KEPT, 36_500],
  ] as const) {
    const accepted = [0, 1, max, max + 1].map((days) => setting.safeParse(String(days)).success);
    expect(accepted).toEqual([false, true, true, false]);
  }
});
