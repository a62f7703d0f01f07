import type { ResumeSections } from '@vitae/proto/export-source';
import type { Culture } from './culture.ts';
import { formatDate, formatPeriod } from './dates.ts';
import type { Entry, Group, Quote } from './document-model.ts';
import { linkTo } from './links.ts';
import { plainLine, plainParagraphs, plainPoints } from './plain-text.ts';

type DocumentSections = {
  languages: Group[];
  projects: Entry[];
  certificates: Entry[];
  publications: Entry[];
  awards: Entry[];
  volunteer: Entry[];
  references: Quote[];
};

/** Converts the sections that only an imported JSON Resume has to document content. */
export function resumeSectionsOf(sections: ResumeSections, culture: Culture): DocumentSections {
  return {
    languages: sections.languages.map((one) => group(one.language, one.fluency)),
    projects: sections.projects.map((one) => ({
      ...entry(one.name, one.url, one.entity),
      period: formatPeriod({ start: one.startDate, end: one.endDate, ongoing: true }, culture) || null,
      note: one.roles.map(plainLine).filter(Boolean).join(', ') || null,
      paragraphs: plainParagraphs(one.description),
      points: one.highlights.flatMap(plainPoints),
      keywords: one.keywords.map(plainLine).filter(Boolean),
    })),
    certificates: sections.certificates.map((one) => ({
      ...entry(one.name, one.url, one.issuer),
      period: formatDate(one.date, culture) || null,
    })),
    publications: sections.publications.map((one) => ({
      ...entry(one.name, one.url, one.publisher),
      period: formatDate(one.releaseDate, culture) || null,
      paragraphs: plainParagraphs(one.summary),
    })),
    awards: sections.awards.map((one) => ({
      ...entry(one.title, '', one.awarder),
      period: formatDate(one.date, culture) || null,
      paragraphs: plainParagraphs(one.summary),
    })),
    volunteer: sections.volunteer.map((one) => ({
      ...entry(one.position, '', one.organization, one.url),
      period: formatPeriod({ start: one.startDate, end: one.endDate, ongoing: true }, culture) || null,
      paragraphs: plainParagraphs(one.summary),
      points: one.highlights.flatMap(plainPoints),
    })),
    references: sections.references.map((one) => ({
      author: plainLine(one.name),
      paragraphs: plainParagraphs(one.reference),
    })),
  };
}

// Without a title, the organisation becomes the title.
function entry(title: string, url: string, organisation: string, organisationUrl = ''): Entry {
  const [first, second] = [plainLine(title), plainLine(organisation)];
  return {
    title: first === '' ? linkTo(second, url || organisationUrl) : linkTo(first, url),
    organisation: first === '' || second === '' ? null : linkTo(second, organisationUrl),
    place: null,
    period: null,
    note: null,
    paragraphs: [],
    points: [],
    keywords: [],
    logo: null,
  };
}

function group(title: string, level: string): Group {
  return { title: plainLine(title), level: plainLine(level) || null, items: [], details: [] };
}
