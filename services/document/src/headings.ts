import type { Language } from './culture.ts';

const words = {
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

export type SectionKind = keyof typeof words;
export const sectionKinds = Object.keys(words) as SectionKind[];

export function sectionHeading(kind: SectionKind, language: Language): string {
  return words[kind][language];
}

const phrases = {
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

export function phrase(name: keyof typeof phrases, language: Language): string {
  return phrases[name][language];
}

export function drivingLicenceWord(language: Language, american: boolean): string {
  return american ? 'Driver’s license' : phrase('drivingLicence', language);
}

/** No line ends between the number and its unit. */
export function ageInWords(years: number, language: Language): string {
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
