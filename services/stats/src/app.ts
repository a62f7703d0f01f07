import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '@vitae/kit/clock';
import { createIndexes } from '@vitae/kit/indexes';
import type { ServiceApp } from '@vitae/kit/service-app';
import type { StatsServiceDefinition } from '@vitae/proto/gen/cv/stats/v1/StatsService';
import type { Connection } from 'mongoose';
import { createMongoSalts, createMongoStore, createStatsModels, type RandomBytes } from './mongo-store.ts';
import { createHandlers } from './rpc.ts';
import { anonymizeVisits } from './use-cases/anonymize-visits.ts';

export type StatsParts = { connection: Connection; clock?: Clock; random?: RandomBytes };
export type StatsApp = ServiceApp<StatsServiceDefinition> & {
  anonymizeVisits(): Promise<void>;
};

const HOUR_MS = 60 * 60_000;

/** Builds the service on an open connection, without listening. */
export function createStatsApp({ connection, clock = systemClock, random = randomBytes }: StatsParts): StatsApp {
  const models = createStatsModels(connection);
  const deps = { store: createMongoStore(models), salts: createMongoSalts(models.salts, random), clock };
  const anonymize = anonymizeVisits(deps);
  return {
    prepare: async () => {
      await Promise.all([models.visits, models.owners, models.salts].map((model) => createIndexes(model)));
    },
    anonymizeVisits: anonymize,
    recurring: [{ step: 'anonymize visits', everyMs: HOUR_MS, work: anonymize }],
    handlers: createHandlers(deps),
  };
}
