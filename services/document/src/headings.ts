import type { Language } from './culture.ts';

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
