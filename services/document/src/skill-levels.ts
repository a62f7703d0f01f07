import type { Language } from './culture.ts';

// From the highest: the least value of a level (0 to 100) and its word.
const steps: { from: number; word: Record<Language, string> }[] = [
  {
    from: 97,
    word: {
      fr: 'Maîtrise complète',
      en: 'Master',
      it: 'Padronanza completa',
      es: 'Dominio completo',
      de: 'Exzellente Kenntnisse',
    },
  },
  {
    from: 90,
    word: { fr: 'Expert', en: 'Expert', it: 'Esperto', es: 'Experto', de: 'Experte' },
  },
  {
    from: 70,
    word: { fr: 'Avancé', en: 'Advanced', it: 'Avanzato', es: 'Avanzado', de: 'Fortgeschritten' },
  },
  {
    from: 40,
    word: { fr: 'Intermédiaire', en: 'Intermediate', it: 'Intermedio', es: 'Intermedio', de: 'Gute Kenntnisse' },
  },
  {
    from: 1,
    word: { fr: 'Débutant', en: 'Beginner', it: 'Base', es: 'Básico', de: 'Grundkenntnisse' },
  },
];

/** A level as a word, since a bar or a percentage says nothing to a parser or a screen reader; null for none. */
export function skillLevelWord(level: number | null, language: Language): string | null {
  if (level === null) return null;
  return steps.find((step) => level >= step.from)?.word[language] ?? null;
}
