import type { Locale } from '../../locale.ts';
import { de } from './de.ts';
import { type AuditWords, en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

/** The words of the audit log. */
export const auditWords: Record<Locale, AuditWords> = { fr, en, it, es, de };
