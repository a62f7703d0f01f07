import type { Locale } from '../../locale.ts';
import { de } from './de.ts';
import { en, type MailWords } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

/** The words of the mails to administrators. */
export const mailWords: Record<Locale, MailWords> = { fr, en, it, es, de };
