import type { Locale } from '../../locale.ts';
import { de } from './de.ts';
import { en, type ShellWords } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

/** The words around every page of the settings. */
export const shellWords: Record<Locale, ShellWords> = { fr, en, it, es, de };
