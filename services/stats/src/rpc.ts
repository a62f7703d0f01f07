import { handleBatch } from '@vitae/kit/batch-handler';
import { userInScope } from '@vitae/kit/caller';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import type { StatsServiceDefinition } from '@vitae/proto/gen/cv/stats/v1/StatsService';
import { isoDay } from './days.ts';
import type { StatsDeps } from './store.ts';
import { getDailyVisits, getStatistics } from './use-cases/get-statistics.ts';
import { recordVisit } from './use-cases/record-visit.ts';
import { dailyVisitsRequest, offerRequest, statsRef, userRef, visitRequest } from './wire.ts';

export function createHandlers(deps: StatsDeps): Handlers<StatsServiceDefinition> {
  const get = getStatistics(deps);
  const getDaily = getDailyVisits(deps);
  const record = recordVisit(deps);
  return {
    BatchGetStats: ({ items }) =>
      handleBatch(
        items,
        (item, caller) => {
          const { userId, userUpdated } = validate(statsRef, item);
          return { ...userInScope(caller, userId), userUpdated };
        },
        async (keys) => (await get(keys)).map((statistics) => ({ json: Buffer.from(JSON.stringify(statistics)) })),
      ),

    GetDailyVisits: async (request, { caller }) => {
      const { userId, cvId, days } = validate(dailyVisitsRequest, request);
      const { today, visits } = await getDaily(userInScope(caller, userId), cvId || undefined, days);
      return { today: isoDay(today), days: visits.map(({ day, visitors }) => ({ date: isoDay(day), visitors })) };
    },

    RecordVisit: async (request, { caller }) => {
      const { userId, cvId, ip, userAgent } = validate(visitRequest, request);
      const owner = userInScope(caller, userId);
      return { counted: await record({ owner, cvId: cvId || undefined, visitor: { ip, userAgent } }) };
    },

    SetOffer: async (request, { caller }) => {
      const { userId, days } = validate(offerRequest, request);
      await deps.store.setOffer(userInScope(caller, userId), days);
      return {};
    },

    EraseUser: async (request, { caller }) => {
      await deps.store.erase(userInScope(caller, validate(userRef, request).userId));
      return {};
    },
  };
}
