import { handleBatch } from '@vitae/kit/batch-handler';
import { userInScope } from '@vitae/kit/caller';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import type { StatsServiceDefinition } from '@vitae/proto/gen/cv/stats/v1/StatsService';
import type { StatsStore } from './store.ts';
import type { createGetStatistics } from './use-cases/get-statistics.ts';
import type { createRecordVisit } from './use-cases/record-visit.ts';
import { offerRequest, statsOf, userRef, visitRequest } from './wire.ts';

export type UseCases = {
  getStatistics: ReturnType<typeof createGetStatistics>;
  recordVisit: ReturnType<typeof createRecordVisit>;
  setOffer: StatsStore['setOffer'];
  eraseUser: StatsStore['erase'];
};

export function createHandlers({
  getStatistics,
  recordVisit,
  setOffer,
  eraseUser,
}: UseCases): Handlers<StatsServiceDefinition> {
  return {
    BatchGetStats: ({ items }) =>
      handleBatch(
        items,
        (item, caller) => {
          const { userId, userUpdated } = validate(statsOf, item);
          return { ...userInScope(caller, userId), userUpdated };
        },
        async (users) =>
          (await getStatistics(users)).map((statistics) => ({ json: Buffer.from(JSON.stringify(statistics)) })),
      ),

    RecordVisit: async (request, { caller }) => {
      const { userId, ip, userAgent } = validate(visitRequest, request);
      return { counted: await recordVisit({ owner: userInScope(caller, userId), visitor: { ip, userAgent } }) };
    },

    SetOffer: async (request, { caller }) => {
      const { userId, days } = validate(offerRequest, request);
      await setOffer(userInScope(caller, userId), days);
      return {};
    },

    EraseUser: async (request, { caller }) => {
      await eraseUser(userInScope(caller, validate(userRef, request).userId));
      return {};
    },
  };
}
