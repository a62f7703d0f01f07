import type { UserKey } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { conflict } from '@vitae/kit/errors';
import type { NewEmploymentPreferences } from '@vitae/proto/employment-preferences';
import { type Preferences, preferencesOf } from '../preferences.ts';
import type { PreferencesStore } from '../store.ts';

export type SetPreferences = { key: UserKey; preferences: NewEmploymentPreferences; ifRevision?: number | undefined };

/** Replaces all that the user set. ABORTED "revision_conflict" when it was changed since it was read. */
export function createSetPreferences(store: PreferencesStore, clock: Clock) {
  return async ({ key, preferences, ifRevision }: SetPreferences): Promise<Preferences> => {
    const { updatedAt: _computed, ...fields } = preferences;
    const stored = await store.replace(key, fields, new Date(clock.now()), ifRevision);
    if (!stored) throw conflict('revision_conflict', 'The preferences were changed since you read them.');
    return preferencesOf(stored);
  };
}
