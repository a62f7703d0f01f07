import type { Locale } from '../../locale.ts';
import { de } from './de.ts';
import { en, type SignatureWords } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

/** The words of the pages about refused signatures. */
export const signatureWords: Record<Locale, SignatureWords> = { fr, en, it, es, de };
