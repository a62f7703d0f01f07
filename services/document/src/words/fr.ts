import type { Words } from './words.ts';

export const fr: Words = {
  headings: {
    presentation: 'Profil',
    experiences: 'Expérience professionnelle',
    educations: 'Formation',
    skills: 'Compétences',
    languages: 'Langues',
    projects: 'Projets',
    volunteer: 'Engagement bénévole',
    certificates: 'Certifications',
    awards: 'Distinctions',
    publications: 'Publications',
    portfolios: 'Portfolio',
    interests: 'Centres d’intérêt',
    references: 'Références',
  },
  curriculum: 'Curriculum vitæ',
  photo: 'Photo de {name}',
  logo: 'Logo de {name}',
  present: 'aujourd’hui',
  drivingLicence: 'Permis de conduire',
  grade: 'Note\u00a0: {grade}',
  levels: ['Maîtrise complète', 'Expert', 'Avancé', 'Intermédiaire', 'Débutant'],
};
