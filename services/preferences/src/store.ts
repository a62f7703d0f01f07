import type { UserKey } from '@vitae/kit/caller';
import type { NewEmploymentPreferences } from '@vitae/proto/employment-preferences';

/** What a user set, without the computed `updatedAt`. */
export type PreferenceFields = Omit<NewEmploymentPreferences, 'updatedAt'>;

export type StoredPreferences = UserKey & { fields: PreferenceFields; revision: number; updatedAt: Date };

/** The revision of preferences that were never set. */
export const FIRST_REVISION = 1;

export type PreferencesStore = {
  /** Those of the keys that were ever set, in any order. */
  find(keys: readonly UserKey[]): Promise<StoredPreferences[]>;
  /** Undefined when `ifRevision` is not the stored one. */
  replace(
    key: UserKey,
    fields: PreferenceFields,
    at: Date,
    ifRevision?: number,
  ): Promise<StoredPreferences | undefined>;
  erase(key: UserKey): Promise<void>;
};
