import type { Locale } from '../../locale.ts';
import { de } from './de.ts';
import { type ApplicationsWords, en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

/** The words of the pages about applications. */
export const applicationsWords: Record<Locale, ApplicationsWords> = { fr, en, it, es, de };
