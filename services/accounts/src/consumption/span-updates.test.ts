import { outcomes } from './counter.ts';
import { DEFAULT_RETENTION } from './retention.ts';
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
});
