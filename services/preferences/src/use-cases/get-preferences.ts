import type { UserKey } from '@vitae/kit/caller';
import { neverSetPreferences, type Preferences, preferencesOf } from '../model.ts';
import type { PreferencesDeps } from '../store.ts';

/** Reads the preferences of users in the order of the keys. Preferences that were never set are empty. */
export function getPreferences({ store }: Pick<PreferencesDeps, 'store'>) {
  return async (keys: readonly UserKey[]): Promise<Preferences[]> => {
    const stored = await store.find(keys);
    const byUser = new Map(stored.map((preferences) => [userName(preferences), preferences]));
    return keys.map((key) => {
      const preferences = byUser.get(userName(key));
      return preferences ? preferencesOf(preferences) : neverSetPreferences(key.userId);
    });
  };
}

const userName = ({ companyId, userId }: UserKey) => `${companyId}/${userId}`;
