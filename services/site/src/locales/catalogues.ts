import type { Locale } from './locale.ts';
import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

export const catalogues: Record<Locale, Messages> = { fr, en, it, es, de };
