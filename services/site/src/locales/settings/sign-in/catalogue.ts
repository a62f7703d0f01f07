import type { Locale } from '../../locale.ts';
import { de } from './de.ts';
import { en, type SignInWords } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

/** The words of signing in to the settings, of lost passwords and of invitations. */
export const signInWords: Record<Locale, SignInWords> = { fr, en, it, es, de };
