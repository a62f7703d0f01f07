import { type Clock, systemClock } from '@vitae/kit/clock';
import { createIndexes } from '@vitae/kit/indexes';
import type { ServiceApp } from '@vitae/kit/service-app';
import type { PreferencesServiceDefinition } from '@vitae/proto/gen/cv/preferences/v1/PreferencesService';
import type { Connection } from 'mongoose';
import { createPreferencesModel } from './model.ts';
import { createMongoStore } from './mongo-store.ts';
import { createHandlers } from './rpc.ts';
import { createGetPreferences } from './use-cases/get-preferences.ts';
import { createSetPreferences } from './use-cases/set-preferences.ts';

export type PreferencesParts = { connection: Connection; clock?: Clock };

/** The service without its sockets. */
export function createPreferencesApp({
  connection,
  clock = systemClock,
}: PreferencesParts): ServiceApp<PreferencesServiceDefinition> {
  const model = createPreferencesModel(connection);
  const store = createMongoStore(model);
  return {
    prepare: () => createIndexes(model),
    handlers: createHandlers({
      getPreferences: createGetPreferences(store),
      setPreferences: createSetPreferences(store, clock),
      eraseUser: store.erase,
    }),
  };
}
