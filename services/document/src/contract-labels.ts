import { codeLabel } from '@vitae/proto/code-tables';
import type { Culture } from './culture.ts';
import { languageOf } from './culture.ts';

// The code table contains French and English only; these are the other languages, by contract type id.
const otherLanguages: Record<number, { it: string; es: string; de: string }> = {
  1: { it: 'Contratto a tempo indeterminato', es: 'Contrato indefinido', de: 'Unbefristeter Vertrag' },
  2: { it: 'Contratto a tempo determinato', es: 'Contrato temporal', de: 'Befristeter Vertrag' },
  3: { it: 'Tirocinio', es: 'Prácticas', de: 'Praktikum' },
  4: { it: 'Lavoro interinale', es: 'Trabajo por ETT', de: 'Zeitarbeit' },
  5: { it: 'Apprendistato', es: 'Contrato de aprendizaje', de: 'Lehre' },
  6: { it: 'Alternanza scuola-lavoro', es: 'Formación en alternancia', de: 'Duale Ausbildung' },
  7: {
    it: 'Contratto per giovani',
    es: 'Contrato para jóvenes',
    de: 'Beschäftigungsprogramm für Jugendliche',
  },
  8: { it: 'Progetto universitario', es: 'Proyecto de estudios', de: 'Studienprojekt' },
  9: { it: 'Volontariato', es: 'Voluntariado', de: 'Ehrenamt' },
  10: { it: 'Libera professione', es: 'Autónomo', de: 'Freiberuflich' },
  11: { it: 'Supplenza', es: 'Suplencia', de: 'Vertretung' },
};

const OTHER = 12;

/** Returns the contract type in the culture's language; null if not given or "other". */
export function contractLabel(code: number, culture: Culture): string | null {
  if (code === 0 || code === OTHER) return null;
  const language = languageOf(culture);
  if (language === 'fr' || language === 'en') return codeLabel('experienceContractType', code, language) ?? null;
  return otherLanguages[code]?.[language] ?? null;
}
