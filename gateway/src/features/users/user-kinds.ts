import { type UserKind, userKinds } from '@vitae/proto/user-record';
import { z } from 'zod';

const letters: Readonly<Record<string, UserKind>> = { u: 'user', c: 'candidate', m: 'manager', a: 'admin', o: 'other' };
const named = new Map<string, UserKind>([
  ...Object.entries(letters),
  ...userKinds.map((kind) => [kind, kind] as const),
]);

/** `filter=u,c,a,m`: the kinds that a list is limited to; all of them without. */
export const kindFilter = z
  .string()
  .max(100)
  .default('')
  .describe(
    'Kinds, by first letter or whole word, separated by commas: u user, c candidate, m manager, a admin, o other. All of them without.',
  )
  .transform((text, context) => {
    const words = text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
    const kinds = words.flatMap((word) => named.get(word.toLowerCase()) ?? []);
    if (kinds.length === words.length) return [...new Set(kinds)];
    context.addIssue({ code: 'custom', message: 'must be of u, c, m, a, o, separated by commas' });
    return z.NEVER;
  });
