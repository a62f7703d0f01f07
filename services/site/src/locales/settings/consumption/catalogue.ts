import type { Locale } from '../../locale.ts';
import { de } from './de.ts';
import { type ConsumptionWords, en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

/** The words of the consumption pages and of the limits simulator. */
export const consumptionWords: Record<Locale, ConsumptionWords> = { fr, en, it, es, de };
