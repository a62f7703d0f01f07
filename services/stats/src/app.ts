import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '@vitae/kit/clock';
import { createIndexes } from '@vitae/kit/indexes';
import type { ServiceApp } from '@vitae/kit/service-app';
import type { StatsServiceDefinition } from '@vitae/proto/gen/cv/stats/v1/StatsService';
import type { Connection } from 'mongoose';
import { createStatsModels } from './model.ts';
import { createMongoSalts, type RandomBytes } from './mongo-salts.ts';
import { createMongoStore } from './mongo-store.ts';
import { createHandlers } from './rpc.ts';
import { createForgetVisitors } from './use-cases/forget-visitors.ts';
import { createGetStatistics } from './use-cases/get-statistics.ts';
import { createRecordVisit } from './use-cases/record-visit.ts';

export type StatsParts = { connection: Connection; clock?: Clock; random?: RandomBytes };
export type StatsApp = ServiceApp<StatsServiceDefinition> & {
  forgetVisitors(): Promise<void>;
};

const HOUR_MS = 60 * 60_000;

/** The service without its sockets. */
export function createStatsApp({ connection, clock = systemClock, random = randomBytes }: StatsParts): StatsApp {
  const models = createStatsModels(connection);
  const store = createMongoStore(models);
  const forgetVisitors = createForgetVisitors(store, clock);
  return {
    prepare: async () => {
      await Promise.all([models.visits, models.owners, models.salts].map((model) => createIndexes(model)));
    },
    forgetVisitors,
    recurring: [{ step: 'forget visitors', everyMs: HOUR_MS, work: forgetVisitors }],
    handlers: createHandlers({
      getStatistics: createGetStatistics(store, clock),
      recordVisit: createRecordVisit(store, createMongoSalts(models.salts, random), clock),
      setOffer: store.setOffer,
      eraseUser: store.erase,
    }),
  };
}
