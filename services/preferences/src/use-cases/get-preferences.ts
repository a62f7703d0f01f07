import type { UserKey } from '@vitae/kit/caller';
import { emptyPreferences, type Preferences, preferencesOf } from '../preferences.ts';
import type { PreferencesStore } from '../store.ts';

/** The preferences of each user asked for, in that order; the empty ones for who never set any. */
export function createGetPreferences(store: PreferencesStore) {
  return async (keys: readonly UserKey[]): Promise<Preferences[]> => {
    const found = new Map((await store.find(keys)).map((one) => [`${one.companyId}/${one.userId}`, one]));
    return keys.map((key) => {
      const stored = found.get(`${key.companyId}/${key.userId}`);
      return stored ? preferencesOf(stored) : emptyPreferences(key.userId);
    });
  };
}
