import type { Locale } from '../../locale.ts';
import { de } from './de.ts';
import { en, type KeysWords } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

/** The words of the pages about keys. */
export const keysWords: Record<Locale, KeysWords> = { fr, en, it, es, de };
