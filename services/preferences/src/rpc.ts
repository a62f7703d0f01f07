import { handleBatch } from '@vitae/kit/batch-handler';
import { parseBoundedJson } from '@vitae/kit/bounded-json';
import { userInScope } from '@vitae/kit/caller';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import { employmentPreferencesInput } from '@vitae/proto/employment-preferences';
import type { PreferencesServiceDefinition } from '@vitae/proto/gen/cv/preferences/v1/PreferencesService';
import type { PreferencesStore } from './store.ts';
import type { createGetPreferences } from './use-cases/get-preferences.ts';
import type { createSetPreferences } from './use-cases/set-preferences.ts';
import { setRequest, toMessage, userRef } from './wire.ts';

export type UseCases = {
  getPreferences: ReturnType<typeof createGetPreferences>;
  setPreferences: ReturnType<typeof createSetPreferences>;
  eraseUser: PreferencesStore['erase'];
};

export function createHandlers({
  getPreferences,
  setPreferences,
  eraseUser,
}: UseCases): Handlers<PreferencesServiceDefinition> {
  return {
    BatchGetPreferences: ({ items }) =>
      handleBatch(
        items,
        (item, caller) => userInScope(caller, validate(userRef, item).userId),
        async (keys) => (await getPreferences(keys)).map((one) => ({ preferences: toMessage(one) })),
      ),

    SetPreferences: async (request, { caller }) => {
      const { userId, preferences, ifRevision } = validate(setRequest, request);
      const key = userInScope(caller, userId);
      const given = validate(employmentPreferencesInput, parseBoundedJson(preferences));
      return toMessage(await setPreferences({ key, preferences: given, ifRevision }));
    },

    EraseUser: async (request, { caller }) => {
      await eraseUser(userInScope(caller, validate(userRef, request).userId));
      return {};
    },
  };
}
