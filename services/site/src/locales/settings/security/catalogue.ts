import type { Locale } from '../../locale.ts';
import { de } from './de.ts';
import { en, type SecurityWords } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

/** The words of the security pages. */
export const securityWords: Record<Locale, SecurityWords> = { fr, en, it, es, de };
