import type { UserKey } from '@vitae/kit/caller';
import { conflict } from '@vitae/kit/errors';
import type { NewEmploymentPreferences } from '@vitae/proto/employment-preferences';
import { type Preferences, preferencesOf } from '../model.ts';
import type { PreferencesDeps } from '../store.ts';

/** Without `ifRevision`, any revision is replaced. */
export type SetPreferencesCommand = {
  key: UserKey;
  preferences: NewEmploymentPreferences;
  ifRevision?: number | undefined;
};

/**
 * Replaces the preferences of a user.
 * @throws {VitaeError} ABORTED revision_conflict when the preferences have another revision
 */
export function setPreferences({ store, clock }: PreferencesDeps) {
  return async ({ key, preferences, ifRevision }: SetPreferencesCommand): Promise<Preferences> => {
    const { updatedAt: _computed, ...fields } = preferences;
    const stored = await store.replace(key, fields, new Date(clock.now()), ifRevision);
    if (!stored) throw conflict('revision_conflict', 'The preferences were modified after you read them.');
    return preferencesOf(stored);
  };
}
