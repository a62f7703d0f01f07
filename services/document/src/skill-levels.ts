import type { Language } from './culture.ts';

// Highest first: the minimum value (0 to 100) of each level and its label.
const levels: { from: number; label: Record<Language, string> }[] = [
  {
    from: 97,
    label: {
      fr: 'Maîtrise complète',
      en: 'Master',
      it: 'Padronanza completa',
      es: 'Dominio completo',
      de: 'Exzellente Kenntnisse',
    },
  },
  {
    from: 90,
    label: { fr: 'Expert', en: 'Expert', it: 'Esperto', es: 'Experto', de: 'Experte' },
  },
  {
    from: 70,
    label: { fr: 'Avancé', en: 'Advanced', it: 'Avanzato', es: 'Avanzado', de: 'Fortgeschritten' },
  },
  {
    from: 40,
    label: { fr: 'Intermédiaire', en: 'Intermediate', it: 'Intermedio', es: 'Intermedio', de: 'Gute Kenntnisse' },
  },
  {
    from: 1,
    label: { fr: 'Débutant', en: 'Beginner', it: 'Base', es: 'Básico', de: 'Grundkenntnisse' },
  },
];

/** Returns the label of a skill level: parsers and screen readers cannot interpret a bar or a percentage. */
export function skillLevelLabel(level: number | null, language: Language): string | null {
  if (level === null) return null;
  return levels.find(({ from }) => level >= from)?.label[language] ?? null;
}
