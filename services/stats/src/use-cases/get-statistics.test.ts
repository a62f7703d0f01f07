import { userStatistics } from '@vitae/proto/user-statistics';
import fc from 'fast-check';
import { DAY_MS } from '../days.ts';
import type { DayCount, StatsStore } from '../store.ts';
import { getStatistics } from './get-statistics.ts';

const today = Date.UTC(2024, 2, 1);
const clock = { now: () => today + 12_345 };

function statisticsFrom(counts: DayCount[], offer?: number) {
  const user = { companyId: 1, userId: 7 };
  const store: Pick<StatsStore, 'findOffers' | 'countVisitors'> = {
    findOffers: async () => (offer === undefined ? [] : [{ ...user, offer }]),
    countVisitors: async (_users, from) => counts.filter(({ day }) => day >= from),
  };
  return getStatistics({ store, clock })([{ ...user, userUpdated: 0 }]);
}

test('statistics contain each day of the offer once with all its visitors', async () => {
  const ago = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(ago, fc.option(fc.integer({ min: 1, max: 365 }), { nil: undefined }), async (days, offer) => {
      const counts = days.map((day) => {
        const start = today - day * DAY_MS;
        return { companyId: 1, userId: 7, day: start, visitors: day + 1, last: start + 1_000 };
      });
      const [statistics] = await statisticsFrom(counts, offer);
      const { visits, last_update: lastUpdate } = userStatistics.parse(statistics);
      const covered = days.filter((day) => day < (offer ?? 30));
      expect(visits.visit).toHaveLength(offer ?? 30);
      expect(new Set(visits.visit.map(({ date }) => date)).size).toBe(visits.visit.length);
      expect(visits.visit.reduce((sum, { value }) => sum + value, 0)).toBe(
        covered.reduce((sum, day) => sum + day + 1, 0),
      );
      expect(lastUpdate).toBe(covered.length === 0 ? 0 : (today - Math.min(...covered) * DAY_MS) / 1_000 + 1);
    }),
  );
});
