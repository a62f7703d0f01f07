import type { ExportSource } from '@vitae/proto/export-source';
import { type Identity, maskerOf, maskTexts } from './mask-text.ts';
import { isObject, type JsonObject } from '../json-resume/report.ts';

const WITHOUT_NAME = { firstname: '', lastname: '', email: '', phone: '', slug: '' };

/**
 * The source without what says who it is about: name, contact, birthdate, photo and links, where they
 * stand in a text too. Of the imported document only the parts whose meaning is known stay; what a
 * stranger's key may hold does not.
 */
export function anonymous(source: ExportSource): ExportSource {
  const mask = maskerOf(identityOf(source));
  const { printDisplay, webDisplay, ...rest } = withoutFields(source);
  return { ...maskTexts(rest, mask), printDisplay, webDisplay };
}

function identityOf({ displayName, owner, cv, resume }: ExportSource): Identity {
  const basics = isObject(resume.basics) ? resume.basics : {};
  const profiles = Array.isArray(basics.profiles) ? basics.profiles.filter(isObject) : [];
  const ofProfiles = profiles.flatMap(({ username, url }) => [username, url]);
  const reachedBy = [owner.email, owner.phone, owner.slug, basics.email, basics.phone, basics.url, ...ofProfiles];
  const onCv = [...cv.contacts.contact.map(({ value }) => value), ...cv.links.link.map(({ url }) => url)];
  return {
    names: [displayName, owner.firstname, owner.lastname, basics.name].filter(isText),
    reachedBy: [...reachedBy, ...onCv].filter(isText),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function withoutFields(source: ExportSource): ExportSource {
  const { cv, sections } = source;
  return {
    ...source,
    displayName: '',
    owner: WITHOUT_NAME,
    photo: null,
    logos: {},
    cv: {
      ...cv,
      experiences: { experience: cv.experiences.experience.map((one) => ({ ...one, logo: null })) },
      url: '',
      blog: { rss: '' },
      userInformation: { ...cv.userInformation, birthdate: '' },
      links: { link: [] },
      contacts: { contact: [] },
      portfolios: {
        portfolio: cv.portfolios.portfolio.map((one) => ({ ...one, url: null, embed: '', path: '', content: '' })),
      },
      printable: { pdf: null, odt: null, doc: null },
    },
    sections: {
      ...sections,
      volunteer: sections.volunteer.map(withoutUrl),
      projects: sections.projects.map(withoutUrl),
      certificates: sections.certificates.map(withoutUrl),
      publications: sections.publications.map(withoutUrl),
      references: [],
    },
    resume: anonymousResume(source.resume),
  };
}

const withoutUrl = <One extends { url: string }>(one: One): One => ({ ...one, url: '' });

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  work: ['name', 'company', 'position', 'location', 'description', 'startDate', 'endDate', 'summary', 'highlights'],
  volunteer: ['organization', 'position', 'startDate', 'endDate', 'summary', 'highlights'],
  education: ['institution', 'area', 'studyType', 'startDate', 'endDate', 'score', 'courses'],
  awards: ['title', 'date', 'awarder', 'summary'],
  certificates: ['name', 'date', 'issuer'],
  publications: ['name', 'publisher', 'releaseDate', 'summary'],
  skills: ['name', 'level', 'keywords'],
  languages: ['language', 'fluency'],
  interests: ['name', 'keywords'],
  projects: ['name', 'description', 'highlights', 'keywords', 'startDate', 'endDate', 'roles', 'entity', 'type'],
};

// The document's own may be an address with a name in it.
const SCHEMA = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json';

function anonymousResume(resume: JsonObject): JsonObject {
  const out: JsonObject = {};
  if ('$schema' in resume) out.$schema = SCHEMA;
  if (isObject(resume.basics)) {
    const location = isObject(resume.basics.location)
      ? { location: only(resume.basics.location, ['city', 'region', 'countryCode']) }
      : {};
    out.basics = { ...only(resume.basics, ['label', 'summary']), ...location };
  }
  for (const [section, fields] of Object.entries(KNOWN)) {
    const items = resume[section];
    if (Array.isArray(items)) out[section] = items.filter(isObject).map((item) => only(item, fields));
  }
  return out;
}

function only(object: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => fields.includes(key)));
}
