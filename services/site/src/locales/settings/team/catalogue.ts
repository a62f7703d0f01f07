import type { Locale } from '../../locale.ts';
import { de } from './de.ts';
import { en, type TeamWords } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

/** The words of the team pages. */
export const teamWords: Record<Locale, TeamWords> = { fr, en, it, es, de };
