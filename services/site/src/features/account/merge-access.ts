import { dataTypes, type GrantAccess, MAX_GRANTED_CVS } from '@vitae/accounts/grants/grant-access';
import { z } from 'zod';

/** What a form showed. */
export const shownAccess: z.ZodType<GrantAccess> = z.strictObject({
  cvs: z.union([z.literal('all'), z.array(z.int()).max(MAX_GRANTED_CVS)]),
  data: z.array(z.enum(dataTypes)),
});

/** `shown` is what the form of the owner showed, `stored` what another request may have changed since. */
export type AccessChange = { shown: GrantAccess; submitted: GrantAccess; stored: GrantAccess };

/** Applies only what the owner changed in the form, so that an old form does not give back what was removed elsewhere. */
export function mergeAccess({ shown, submitted, stored }: AccessChange): GrantAccess {
  return {
    cvs: mergeCvs(shown.cvs, submitted.cvs, stored.cvs),
    data: mergeSelection(shown.data, submitted.data, stored.data),
  };
}

/** Returns whether an application can no longer access a CV that it could access before. */
export function removesCvs({ cvs: before }: GrantAccess, { cvs: after }: GrantAccess): boolean {
  if (after === 'all') return false;
  return before === 'all' || before.some((id) => !after.includes(id));
}

function mergeCvs(
  shown: GrantAccess['cvs'],
  submitted: GrantAccess['cvs'],
  stored: GrantAccess['cvs'],
): GrantAccess['cvs'] {
  if (shown === 'all' && submitted === 'all') return stored;
  // The owner changed between all CVs and a selection, or another request did.
  if (shown === 'all' || submitted === 'all') return submitted;
  if (stored === 'all') return isSame(shown, submitted) ? stored : submitted;
  return mergeSelection(shown, submitted, stored);
}

function mergeSelection<T>(shown: readonly T[], submitted: readonly T[], stored: readonly T[]): T[] {
  const kept = stored.filter((one) => submitted.includes(one) || !shown.includes(one));
  return [...kept, ...submitted.filter((one) => !shown.includes(one) && !kept.includes(one))];
}

const isSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id) => other.includes(id));
