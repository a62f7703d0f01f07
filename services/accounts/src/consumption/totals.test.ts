import { bufferedCells } from './buffered-cells.ts';
import type { ConsumedMinute, Snapshot } from './consumption-store.ts';
import type { MinuteBuffer } from './minute-buffer.ts';
import { createConsumptionTotals } from './totals.ts';
import { lastHour } from './window.ts';

const NOON = Date.parse('2026-11-21T12:00Z') / 60_000;
const counter = (source: string, endpoint: string, count: number, name = 'accepted_free') => ({
  source,
  endpoint,
  name,
  count,
});
const minuteAt = (minute: number, ...counters: ConsumedMinute['counters']): ConsumedMinute => ({
  companyId: 7,
  minute,
  generation: 'g',
  counters,
});

test('totals are those of each source at each endpoint, from MongoDB and Redis, in order', async () => {
  const stored = [
    { source: 'k2', endpoint: 'cv.read', sum: { accepted_free: 5 } },
    { source: 'k1', endpoint: 'users.list', sum: { accepted_free: 1 } },
    { source: 'k1', endpoint: 'cv.read', sum: { accepted_free: 2, s200: 2 } },
    { source: 'k1', endpoint: 'cv.read', sum: { accepted_free: 10 } }, // another year
  ];
  const filters: unknown[] = [];
  const stream = async function* (filter: unknown) {
    filters.push(filter);
    yield* stored;
  };
  const rest = [minuteAt(NOON, counter('k1', 'cv.read', 100), counter('a1', 'user', 3))];
  const buffer = { all: async () => rest } as unknown as MinuteBuffer;
  const totals = createConsumptionTotals(buffer, {
    put: () => Promise.reject(new TypeError('not used')),
    putAll: () => Promise.reject(new TypeError('not used')),
    read: async (_companyId, readBuffer, read) => read({ stream } as unknown as Snapshot, await readBuffer()),
  });
  expect(await totals.of(7)).toEqual([
    { source: 'a1', endpoint: 'user', counts: { accepted_free: 3 } },
    { source: 'k1', endpoint: 'cv.read', counts: { accepted_free: 112, s200: 2 } },
    { source: 'k1', endpoint: 'users.list', counts: { accepted_free: 1 } },
    { source: 'k2', endpoint: 'cv.read', counts: { accepted_free: 5 } },
  ]);
  expect(filters).toEqual([{ span: /^y/, source: { $ne: '' }, endpoint: { $ne: '' } }]);
});

describe('buffered counts of a window', () => {
  const cells = bufferedCells(
    [
      minuteAt(NOON - 60, counter('k1', 'cv.read', 1_000)),
      minuteAt(NOON - 59, counter('k1', 'cv.read', 1)),
      minuteAt(NOON, counter('k1', 'cv.read', 2), counter('k2', 'users.list', 4, 'nonce_used')),
      { ...minuteAt(NOON, counter('k1', 'cv.read', 3)), generation: 'after a restart of Redis' },
      minuteAt(NOON + 1, counter('k1', 'cv.read', 1_000)),
    ],
    lastHour(NOON),
    'UTC',
  );
  const matching = (source: Parameters<typeof cells.matching>[0]['source'], outcome?: string) =>
    cells.matching({ source, endpoint: { $gt: '' } }, outcome).map((cell) => `${cell.source} ${cell.endpoint}`);

  test('contain only minutes of the window, each at its point', () => {
    expect(cells.of('k1', 'cv.read')).toEqual({
      source: 'k1',
      endpoint: 'cv.read',
      sum: { accepted_free: 6 },
      points: new Map([
        [0, { accepted_free: 1 }],
        [59, { accepted_free: 5 }],
      ]),
    });
    expect(cells.of('', '')?.sum).toEqual({ accepted_free: 6, nonce_used: 4 });
    expect(cells.of('k3', 'cv.read')).toBeUndefined();
  });

  test('are selected by source, endpoint and outcome', () => {
    expect(matching({ $gt: '' })).toEqual(['k1 cv.read', 'k2 users.list']);
    expect(matching('')).toEqual([' cv.read', ' users.list']);
    expect(matching('k2')).toEqual(['k2 users.list']);
    expect(matching({ $in: ['k1', 'k3'] })).toEqual(['k1 cv.read']);
    expect(matching({ $gt: '' }, 'nonce_used')).toEqual(['k2 users.list']);
  });
});
