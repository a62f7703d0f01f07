import type { Words } from './words.ts';

export const en: Words = {
  headings: {
    presentation: 'Profile',
    experiences: 'Work experience',
    educations: 'Education',
    skills: 'Skills',
    languages: 'Languages',
    projects: 'Projects',
    volunteer: 'Volunteering',
    certificates: 'Certifications',
    awards: 'Awards',
    publications: 'Publications',
    portfolios: 'Portfolio',
    interests: 'Interests',
    references: 'References',
  },
  curriculum: 'Curriculum vitae',
  photo: 'Photo of {name}',
  logo: 'Logo of {name}',
  present: 'present',
  drivingLicence: 'Driving licence',
  grade: 'Grade: {grade}',
  age: '{years}\u00a0years old',
  levels: ['Master', 'Expert', 'Advanced', 'Intermediate', 'Beginner'],
};
