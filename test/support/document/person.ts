import { sampleSource } from '@vitae/document/sample-source';
import type { ExportSource } from '@vitae/proto/export-source';

export type Job = {
  title: string;
  company: string;
  city?: string;
  start: string;
  end?: string;
  text?: string;
  missions?: string[];
};

/** The content of a sample CV. */
export type Person = {
  name: string;
  title: string;
  culture: ExportSource['culture'];
  country: string;
  city: string;
  email: string;
  phone: string;
  profile: string;
  jobs: Job[];
  schools: { degree: string; school: string; start: string; end: string; text?: string }[];
  skills: { title: string; level?: number; parts?: string[] }[];
  interests?: string[];
  languages?: { language: string; fluency: string }[];
  photo?: ExportSource['photo'];
};

/** Builds an export source from the content of a sample CV. */
export function personSource(person: Person): ExportSource {
  const base = sampleSource();
  const none = { volunteer: [], projects: [], awards: [], certificates: [], publications: [], references: [] };
  return {
    ...base,
    culture: person.culture,
    displayName: person.name,
    photo: person.photo ?? null,
    cv: contentOf(person, base.cv),
    sections: { ...none, languages: person.languages ?? [] },
    resume: {},
  };
}

function contentOf(person: Person, base: ExportSource['cv']): ExportSource['cv'] {
  const country = { isoCode: person.country };
  return {
    ...base,
    culture: person.culture,
    title: person.title,
    userInformation: {
      ...base.userInformation,
      maritalStatus: null,
      country,
      city: person.city,
      zipcode: null,
      state: null,
    },
    presentation: { title: null, text: person.profile },
    contacts: {
      contact: [
        { type: 'public_email', value: person.email },
        { type: 'mobile', value: person.phone },
      ],
    },
    links: { link: [] },
    portfolios: { portfolio: [] },
    experiences: { experience: person.jobs.map((job, index) => experienceOf(job, index)) },
    educations: {
      education: person.schools.map(({ text = '', ...one }, index) => ({ ...one, id: index + 1, description: text })),
    },
    skills: {
      skill: person.skills.map(({ title, level = null, parts = [] }) => ({
        ...skillOf(title, level),
        children: { skill: parts.map((part) => skillOf(part, null)) },
      })),
    },
    interests: { interest: (person.interests ?? []).map((title) => ({ title, children: null })) },
  };
}

function experienceOf(job: Job, index: number): ExportSource['cv']['experiences']['experience'][number] {
  return {
    id: index + 1,
    title: job.title,
    company: job.company,
    city: job.city ?? '',
    start: job.start,
    end: job.end ?? '',
    contractType: 0,
    country: null,
    state: null,
    logo: null,
    description: job.text ?? '',
    missions: { mission: (job.missions ?? []).map((description) => ({ description })) },
  };
}

function skillOf(title: string, level: number | null) {
  return { title, level, details: null, children: { skill: [] } };
}
