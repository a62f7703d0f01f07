import type { UserKey } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import type { PreferenceFields, StoredPreferences } from './model.ts';

export type PreferencesStore = {
  /** Reads the preferences that were ever set, in any order. */
  find(keys: readonly UserKey[]): Promise<StoredPreferences[]>;
  /** Returns undefined if `ifRevision` is not the stored revision. */
  replace(
    key: UserKey,
    fields: PreferenceFields,
    at: Date,
    ifRevision?: number,
  ): Promise<StoredPreferences | undefined>;
  erase(key: UserKey): Promise<void>;
};

/** The dependencies of the use cases. */
export type PreferencesDeps = { store: PreferencesStore; clock: Clock };
