import type { ExportSource } from '@vitae/proto/export-source';
import { asList, itemsOf } from '@vitae/proto/json-resume-items';
import { SCHEMA_URL } from '../json-resume/export.ts';
import { isObject, type JsonObject } from '../json-resume/report.ts';
import { createMasker, type Identity, maskTexts } from './mask-text.ts';

const WITHOUT_NAME = { firstname: '', lastname: '', email: '', phone: '', slug: '' };

/**
 * Removes the identity of the owner from an export source: name, contacts, birthdate, photo and
 * links, also inside texts. Only known fields of the imported document are kept.
 */
export function anonymizeSource(source: ExportSource): ExportSource {
  const mask = createMasker(identityOf(source));
  const { printDisplay, webDisplay, ...rest } = withoutFields(source);
  return { ...maskTexts(rest, mask), printDisplay, webDisplay };
}

function identityOf({ displayName, owner, cv, resume }: ExportSource): Identity {
  const basics = isObject(resume.basics) ? resume.basics : {};
  const profiles = asList(basics.profiles).filter(isObject);
  const ownerContacts = [owner.email, owner.phone, owner.slug];
  const importedContacts = [basics.email, basics.phone, basics.url];
  const profileContacts = profiles.flatMap(({ username, url }) => [username, url]);
  const cvContacts = [...cv.contacts.contact.map(({ value }) => value), ...cv.links.link.map(({ url }) => url)];
  return {
    names: [displayName, owner.firstname, owner.lastname, basics.name].filter(isText),
    contacts: [...ownerContacts, ...importedContacts, ...profileContacts, ...cvContacts].filter(isText),
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
      experiences: { experience: cv.experiences.experience.map((item) => ({ ...item, logo: null })) },
      url: '',
      blog: { rss: '' },
      userInformation: { ...cv.userInformation, birthdate: '' },
      links: { link: [] },
      contacts: { contact: [] },
      portfolios: {
        portfolio: cv.portfolios.portfolio.map((item) => ({ ...item, url: null, embed: '', path: '', content: '' })),
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

const withoutUrl = <Item extends { url: string }>(item: Item): Item => ({ ...item, url: '' });

const KNOWN_FIELDS = {
  work: ['name', 'position', 'location', 'description', 'startDate', 'endDate', 'summary', 'highlights'],
  volunteer: ['organization', 'position', 'startDate', 'endDate', 'summary', 'highlights'],
  education: ['institution', 'area', 'studyType', 'startDate', 'endDate', 'score', 'courses'],
  awards: ['title', 'date', 'awarder', 'summary'],
  certificates: ['name', 'date', 'issuer'],
  publications: ['name', 'publisher', 'releaseDate', 'summary'],
  skills: ['name', 'level', 'keywords'],
  languages: ['language', 'fluency'],
  interests: ['name', 'keywords'],
  projects: ['name', 'description', 'highlights', 'keywords', 'startDate', 'endDate', 'roles', 'entity', 'type'],
} as const;

function anonymousResume(resume: JsonObject): JsonObject {
  const out: JsonObject = {};
  // The document's own `$schema` could be a URL with a name in it.
  if ('$schema' in resume) out.$schema = SCHEMA_URL;
  if (isObject(resume.basics)) {
    const location = isObject(resume.basics.location)
      ? { location: only(resume.basics.location, ['city', 'region', 'countryCode']) }
      : {};
    out.basics = { ...only(resume.basics, ['label', 'summary']), ...location };
  }
  for (const section of Object.keys(KNOWN_FIELDS) as (keyof typeof KNOWN_FIELDS)[])
    if (Object.hasOwn(resume, section))
      out[section] = itemsOf(resume, section).map((item) => only(item, KNOWN_FIELDS[section]));
  return out;
}

function only(object: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => fields.includes(key)));
}
