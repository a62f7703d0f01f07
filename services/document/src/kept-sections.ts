import type { KeptSections } from '@vitae/proto/export-source';
import type { Culture } from './culture.ts';
import { showDate, showPeriod } from './dates.ts';
import type { Entry, Group, Quote } from './document-model.ts';
import { linkTo } from './links.ts';
import { plainLine, plainParagraphs, plainPoints } from './plain-text.ts';

type Shown = {
  languages: Group[];
  projects: Entry[];
  certificates: Entry[];
  publications: Entry[];
  awards: Entry[];
  volunteer: Entry[];
  references: Quote[];
};

/** The sections that came with an imported JSON Resume, ready to be shown. */
export function keptSectionsOf(kept: KeptSections, culture: Culture): Shown {
  return {
    languages: kept.languages.map((one) => group(one.language, one.fluency)),
    projects: kept.projects.map((one) => ({
      ...entry(one.name, one.url, one.entity),
      period: showPeriod({ start: one.startDate, end: one.endDate, ongoing: true }, culture) || null,
      note: one.roles.map(plainLine).filter(Boolean).join(', ') || null,
      paragraphs: plainParagraphs(one.description),
      points: one.highlights.flatMap(plainPoints),
      keywords: one.keywords.map(plainLine).filter(Boolean),
    })),
    certificates: kept.certificates.map((one) => ({
      ...entry(one.name, one.url, one.issuer),
      period: showDate(one.date, culture) || null,
    })),
    publications: kept.publications.map((one) => ({
      ...entry(one.name, one.url, one.publisher),
      period: showDate(one.releaseDate, culture) || null,
      paragraphs: plainParagraphs(one.summary),
    })),
    awards: kept.awards.map((one) => ({
      ...entry(one.title, '', one.awarder),
      period: showDate(one.date, culture) || null,
      paragraphs: plainParagraphs(one.summary),
    })),
    volunteer: kept.volunteer.map((one) => ({
      ...entry(one.position, '', one.organization, one.url),
      period: showPeriod({ start: one.startDate, end: one.endDate, ongoing: true }, culture) || null,
      paragraphs: plainParagraphs(one.summary),
      points: one.highlights.flatMap(plainPoints),
    })),
    references: kept.references.map((one) => ({
      author: plainLine(one.name),
      paragraphs: plainParagraphs(one.reference),
    })),
  };
}

// Where there is no title, the organisation is the title.
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
