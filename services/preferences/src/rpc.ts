import { handleBatch } from '@vitae/kit/batch-handler';
import { parseBoundedJson } from '@vitae/kit/bounded-json';
import { userInScope } from '@vitae/kit/caller';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import { employmentPreferencesInput } from '@vitae/proto/employment-preferences';
import type { PreferencesServiceDefinition } from '@vitae/proto/gen/cv/preferences/v1/PreferencesService';
import type { PreferencesDeps } from './store.ts';
import { getPreferences } from './use-cases/get-preferences.ts';
import { setPreferences } from './use-cases/set-preferences.ts';
import { preferencesMessage, setRequest, userRef } from './wire.ts';

export function createHandlers(deps: PreferencesDeps): Handlers<PreferencesServiceDefinition> {
  const get = getPreferences(deps);
  const set = setPreferences(deps);
  return {
    BatchGetPreferences: ({ items }) =>
      handleBatch(
        items,
        (item, caller) => userInScope(caller, validate(userRef, item).userId),
        async (keys) => (await get(keys)).map((preferences) => ({ preferences: preferencesMessage(preferences) })),
      ),

    SetPreferences: async (request, { caller }) => {
      const { userId, preferences, ifRevision } = validate(setRequest, request);
      const key = userInScope(caller, userId);
      const input = validate(employmentPreferencesInput, parseBoundedJson(preferences));
      return preferencesMessage(await set({ key, preferences: input, ifRevision }));
    },

    EraseUser: async (request, { caller }) => {
      await deps.store.erase(userInScope(caller, validate(userRef, request).userId));
      return {};
    },
  };
}
