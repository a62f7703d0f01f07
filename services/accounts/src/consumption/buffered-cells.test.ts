import { bufferedCells, type Term } from './buffered-cells.ts';
import type { ConsumedMinute } from './consumption-store.ts';
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
  const matching = (source: Term) =>
    cells.matching({ source, endpoint: { $gt: '' } }).map((cell) => `${cell.source} ${cell.endpoint}`);

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

  test('are selected by source and endpoint', () => {
    expect(matching({ $gt: '' })).toEqual(['k1 cv.read', 'k2 users.list']);
    expect(matching('')).toEqual([' cv.read', ' users.list']);
    expect(matching('k2')).toEqual(['k2 users.list']);
    expect(matching({ $in: ['k1', 'k3'] })).toEqual(['k1 cv.read']);
  });
});
