import { type Clock, systemClock } from '@vitae/kit/clock';
import { createIndexes } from '@vitae/kit/indexes';
import type { ServiceApp } from '@vitae/kit/service-app';
import type { PreferencesServiceDefinition } from '@vitae/proto/gen/cv/preferences/v1/PreferencesService';
import type { Connection } from 'mongoose';
import { createMongoStore, createPreferencesModel } from './mongo-store.ts';
import { createHandlers } from './rpc.ts';

export type PreferencesParts = { connection: Connection; clock?: Clock };

/** Builds the service on an open connection, without listening. */
export function createPreferencesApp({
  connection,
  clock = systemClock,
}: PreferencesParts): ServiceApp<PreferencesServiceDefinition> {
  const model = createPreferencesModel(connection);
  return {
    prepare: () => createIndexes(model),
    handlers: createHandlers({ store: createMongoStore(model), clock }),
  };
}
