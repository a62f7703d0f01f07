import { codeLabel } from '@vitae/proto/code-tables';
import { type Culture, type Language, languageOf } from './culture.ts';

const headings = {
  presentation: { fr: 'Profil', en: 'Profile', it: 'Profilo', es: 'Perfil', de: 'Profil' },
  experiences: {
    fr: 'Expérience professionnelle',
    en: 'Work experience',
    it: 'Esperienza professionale',
    es: 'Experiencia profesional',
    de: 'Berufserfahrung',
  },
  educations: { fr: 'Formation', en: 'Education', it: 'Istruzione e formazione', es: 'Formación', de: 'Ausbildung' },
  skills: { fr: 'Compétences', en: 'Skills', it: 'Competenze', es: 'Competencias', de: 'Kenntnisse' },
  languages: { fr: 'Langues', en: 'Languages', it: 'Lingue', es: 'Idiomas', de: 'Sprachen' },
  projects: { fr: 'Projets', en: 'Projects', it: 'Progetti', es: 'Proyectos', de: 'Projekte' },
  volunteer: {
    fr: 'Engagement bénévole',
    en: 'Volunteering',
    it: 'Volontariato',
    es: 'Voluntariado',
    de: 'Ehrenamt',
  },
  certificates: {
    fr: 'Certifications',
    en: 'Certifications',
    it: 'Certificazioni',
    es: 'Certificaciones',
    de: 'Zertifikate',
  },
  awards: { fr: 'Distinctions', en: 'Awards', it: 'Riconoscimenti', es: 'Premios', de: 'Auszeichnungen' },
  publications: {
    fr: 'Publications',
    en: 'Publications',
    it: 'Pubblicazioni',
    es: 'Publicaciones',
    de: 'Veröffentlichungen',
  },
  portfolios: { fr: 'Réalisations', en: 'Portfolio', it: 'Portfolio', es: 'Portafolio', de: 'Arbeitsproben' },
  interests: { fr: 'Centres d’intérêt', en: 'Interests', it: 'Interessi', es: 'Intereses', de: 'Interessen' },
  references: { fr: 'Références', en: 'References', it: 'Referenze', es: 'Referencias', de: 'Referenzen' },
} satisfies Record<string, Record<Language, string>>;

export type SectionKind = keyof typeof headings;
export const sectionKinds = Object.keys(headings) as SectionKind[];

export function sectionHeading(kind: SectionKind, language: Language): string {
  return headings[kind][language];
}

const labels = {
  curriculum: {
    fr: 'Curriculum vitæ',
    en: 'Curriculum vitae',
    it: 'Curriculum vitae',
    es: 'Currículum',
    de: 'Lebenslauf',
  },
  photo: { fr: 'Photo de', en: 'Photo of', it: 'Foto di', es: 'Foto de', de: 'Foto von' },
  logo: { fr: 'Logo de', en: 'Logo of', it: 'Logo di', es: 'Logo de', de: 'Logo von' },
  drivingLicence: {
    fr: 'Permis de conduire',
    en: 'Driving licence',
    it: 'Patente di guida',
    es: 'Permiso de conducir',
    de: 'Führerschein',
  },
} satisfies Record<string, Record<Language, string>>;

export function label(name: keyof typeof labels, language: Language): string {
  return labels[name][language];
}

export function drivingLicenceLabel(language: Language, american: boolean): string {
  return american ? 'Driver’s license' : label('drivingLicence', language);
}

/** Returns the age with its unit, joined by a no-break space. */
export function ageLabel(years: number, language: Language): string {
  switch (language) {
    case 'fr':
      return `${years}\u00a0ans`;
    case 'en':
      return `${years}\u00a0years old`;
    case 'it':
      return `${years}\u00a0anni`;
    case 'es':
      return `${years}\u00a0años`;
    case 'de':
      return `${years}\u00a0Jahre`;
  }
}

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
