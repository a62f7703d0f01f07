import type { ResumeSections } from '@vitae/proto/export-source';
import { formatDate, formatPeriod } from './dates.ts';
import type { Entry, Group, Quote } from './document-model.ts';
import { linkTo } from './links.ts';
import type { Locale } from './locale.ts';
import { plainLine, plainParagraphs, plainPoints, splitTexts } from './plain-text.ts';
import { mapInSlices, type Sliced } from './slices.ts';
import { punctuationOf } from './templates/punctuation.ts';

type DocumentSections = {
  languages: Group[];
  projects: Entry[];
  certificates: Entry[];
  publications: Entry[];
  awards: Entry[];
  volunteer: Entry[];
  references: Quote[];
};

/** Converts the sections that only an imported JSON Resume has to document content. Yields before each long text. */
export function* resumeSectionsOf(sections: ResumeSections, locale: Locale): Sliced<DocumentSections> {
  return {
    languages: sections.languages.map((one) => group(one.language, one.fluency)),
    projects: yield* projects(sections.projects, locale),
    certificates: sections.certificates.map((one) => ({
      ...entry(one.name, one.url, one.issuer),
      period: formatDate(one.date, locale) || null,
    })),
    publications: yield* mapInSlices(sections.publications, (one) => ({
      ...entry(one.name, one.url, one.publisher),
      period: formatDate(one.releaseDate, locale) || null,
      paragraphs: plainParagraphs(one.summary),
    })),
    awards: yield* mapInSlices(sections.awards, (one) => ({
      ...entry(one.title, '', one.awarder),
      period: formatDate(one.date, locale) || null,
      paragraphs: plainParagraphs(one.summary),
    })),
    volunteer: yield* volunteer(sections.volunteer, locale),
    references: yield* mapInSlices(sections.references, (one) => ({
      author: plainLine(one.name),
      paragraphs: plainParagraphs(one.reference),
    })),
  };
}

function* projects(list: ResumeSections['projects'], locale: Locale): Sliced<Entry[]> {
  const entries: Entry[] = [];
  for (const one of list)
    entries.push({
      ...entry(one.name, one.url, one.entity),
      period: formatPeriod({ start: one.startDate, end: one.endDate, ongoing: true }, locale) || null,
      note: one.roles.map(plainLine).filter(Boolean).join(punctuationOf(locale.language).list) || null,
      paragraphs: yield* splitTexts([one.description], plainParagraphs),
      points: yield* splitTexts(one.highlights, plainPoints),
      keywords: (yield* mapInSlices(one.keywords, plainLine)).filter(Boolean),
    });
  return entries;
}

function* volunteer(list: ResumeSections['volunteer'], locale: Locale): Sliced<Entry[]> {
  const entries: Entry[] = [];
  for (const one of list)
    entries.push({
      ...entry(one.position, '', one.organization, one.url),
      period: formatPeriod({ start: one.startDate, end: one.endDate, ongoing: true }, locale) || null,
      paragraphs: yield* splitTexts([one.summary], plainParagraphs),
      points: yield* splitTexts(one.highlights, plainPoints),
    });
  return entries;
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
