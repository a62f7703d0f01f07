import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '@vitae/kit/clock';
import { createIndexes } from '@vitae/kit/indexes';
import type { ServiceApp } from '@vitae/kit/service-app';
import type { StatsServiceDefinition } from '@vitae/proto/gen/cv/stats/v1/StatsService';
import type { Connection } from 'mongoose';
import { createMongoSalts, createMongoStore, createStatsModels, type RandomBytes } from './mongo-store.ts';
import { createHandlers } from './rpc.ts';

export type StatsParts = { connection: Connection; clock?: Clock; random?: RandomBytes; maxDailyVisitors?: number };
export type StatsApp = ServiceApp<StatsServiceDefinition>;

/** Builds the service on an open connection, without listening. */
export function createStatsApp({
  connection,
  clock = systemClock,
  random = randomBytes,
  maxDailyVisitors,
}: StatsParts): StatsApp {
  const models = createStatsModels(connection);
  const store = createMongoStore(models, maxDailyVisitors);
  return {
    prepare: async () => {
      const { visits, visitors, owners, salts } = models;
      await Promise.all([visits, visitors, owners, salts].map((model) => createIndexes(model)));
    },
    handlers: createHandlers({ store, salts: createMongoSalts(models.salts, random), clock }),
  };
}
