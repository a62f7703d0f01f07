import { id } from '@vitae/kit/fields';
import type { PreferencesInput } from '@vitae/proto/gen/cv/preferences/v1/Preferences';
import { z } from 'zod';
import type { Preferences } from './model.ts';

export const userRef = z.object({ userId: id() });

export const setRequest = z.object({
  userId: id(),
  preferences: z.instanceof(Uint8Array),
  ifRevision: z
    .int()
    .nonnegative()
    .transform((revision) => (revision === 0 ? undefined : revision)),
});

export function preferencesMessage({ userId, revision, preferences }: Preferences): PreferencesInput {
  return { userId, revision, json: Buffer.from(JSON.stringify(preferences)) };
}
