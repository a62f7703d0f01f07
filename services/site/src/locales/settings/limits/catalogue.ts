import type { Locale } from '../../locale.ts';
import { de } from './de.ts';
import { en, type LimitsWords } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

/** The words of the limits page. */
export const limitsWords: Record<Locale, LimitsWords> = { fr, en, it, es, de };
