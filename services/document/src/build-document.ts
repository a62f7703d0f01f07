import type { DisplayConfig } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import type { Culture } from './culture.ts';
import { detectLocale } from './detect-language.ts';
import type { DocumentModel, Paper, Section } from './document-model.ts';
import { headerOf } from './header.ts';
import { plainLine } from './plain-text.ts';
import { readableColor } from './readable-color.ts';
import { sectionsOf } from './sections.ts';
import { runSynchronously, type Sliced } from './slices.ts';
import { levelPlace } from './templates/level-place.ts';
import { isSideSection, periodComesFirst, sectionOrderOf, type Template } from './templates/template.ts';
import { templateById, templates } from './templates/templates.ts';
import { typesetDocument } from './typography/typeset-document.ts';
import type { SectionKind } from './words/words.ts';
import { writingOf } from './writing-system.ts';

/** `asStored` keeps the quotation marks, dashes and spaces of the texts, for formats that are data rather than pages. */
type Options = { asStored?: boolean };

/** Builds the document model of a CV. `now` (milliseconds) is used only to compute the age. */
export function buildDocument(source: ExportSource, now: number, options?: Options): DocumentModel {
  return runSynchronously(documentInSlices(source, now, options));
}

/** Builds the same model, and yields where other requests can be served. */
export function* documentInSlices(
  source: ExportSource,
  now: number,
  { asStored = false }: Options = {},
): Sliced<DocumentModel> {
  const locale = yield* detectLocale(source);
  const template = templateById(source.printDisplay.id);
  const stored = {
    header: headerOf(source, locale, now),
    sections: inOrder(yield* sectionsOf(source, locale), sectionOrderOf(template, source.sectionOrder)),
  };
  // Applicant tracking systems search documents with this template.
  const isSearched = template.id === 'plain';
  const { header, sections } = asStored ? stored : yield* typesetDocument(stored, locale, { isSearched });
  yield;
  const writing = yield* writingOf(textsOf({ header, sections, template: template.id }));
  return {
    language: locale.tag,
    ...writing,
    title: header.title === null ? header.name : `${header.name} – ${header.title}`,
    author: plainLine(source.displayName) || null,
    fileName: fileNameOf(plainLine(source.displayName), source.cv.id),
    accent: readableColor(source.printDisplay.color),
    template: template.id,
    paper: paperOf(source, locale.culture),
    header,
    sections,
  };
}

/**
 * Builds the document model of a CV's web page, with the template and color of the web display. It shows every
 * section, also those hidden in print, but only the personal data that the printed CV shows.
 */
export function buildWebDocument(source: ExportSource, now: number): DocumentModel {
  return runSynchronously(webDocumentInSlices(source, now));
}

/** Builds the same model, and yields where other requests can be served. */
export function webDocumentInSlices(source: ExportSource, now: number): Sliced<DocumentModel> {
  const { webDisplay, printDisplay } = source;
  const displayConfig: DisplayConfig = {
    ...printDisplay.displayConfig,
    presentation: true,
    experiences: true,
    educations: true,
    skills: true,
    interests: true,
    // The page does not link to itself.
    url: false,
  };
  return documentInSlices({ ...source, printDisplay: { ...webDisplay, displayConfig } }, now);
}

function inOrder(sections: Section[], order: readonly SectionKind[]): Section[] {
  return sections.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** Returns every text of a document in reading order. */
export function documentTexts(model: TextModel): string[] {
  return [...textsOf(model)];
}

/**
 * Returns the texts of each column in reading order: those of the side column, if the template has one, then the others.
 * On paper, a side column of several pages continues after the other column of its first page.
 */
export function columnTexts({ header, sections, template }: TextModel): string[][] {
  const texts = documentTexts({ header, sections, template });
  if (templates[template].side === null) return [texts];
  const inSide = sections.filter(({ kind }) => isSideSection(templates[template], kind));
  const side = documentTexts({ header, sections: inSide, template });
  return [side, texts.slice(side.length)];
}

type TextModel = Pick<DocumentModel, 'header' | 'sections' | 'template'>;

function* textsOf({ header, sections, template }: TextModel): Generator<string, void, void> {
  const { name, title, contacts, facts } = header;
  const texts = [name, title ?? '', ...contacts.map((one) => one.text), ...facts];
  for (const text of texts) if (text !== '') yield text;
  for (const section of sections)
    for (const text of sectionTexts(section, templates[template])) if (text !== '') yield text;
}

function* sectionTexts(section: Section, template: Template): Generator<string, void, void> {
  yield section.heading;
  switch (section.content) {
    case 'text':
      yield* section.paragraphs;
      break;
    case 'entries':
      for (const { title, organisation, period, place, note, paragraphs, points, keywords } of section.entries) {
        const facts = [organisation?.text ?? '', place ?? '', note ?? ''];
        yield title.text;
        yield* periodComesFirst(template) ? [period ?? '', ...facts] : [...facts, period ?? ''];
        for (const texts of [paragraphs, points, keywords]) yield* texts;
      }
      break;
    case 'groups':
      for (const { title, level, items, details } of section.groups) {
        yield* levelPlace(section, template) === 'column' ? [level ?? '', title] : [title, level ?? ''];
        for (const texts of [items, details]) yield* texts;
      }
      break;
    case 'quotes':
      for (const { author, paragraphs } of section.quotes) {
        yield author;
        yield* paragraphs;
      }
  }
}

// Characters that Windows forbids in file names or that have a meaning in shells and HTTP headers.
const unsafe = /[<>:"/\\|?*%;'`$&!#\p{Cc}\p{Cf}]/gu;
const MAX_CHARACTERS = 80;

/** Returns the file name of a CV without extension; an anonymized CV is named by its id. */
function fileNameOf(name: string, cvId: number): string {
  const safe = name
    .replace(unsafe, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const short = Array.from(safe)
    .slice(0, MAX_CHARACTERS)
    .join('')
    .replace(/[. ]+$/, '');
  return short === '' ? `CV ${cvId}` : `${short} - CV`;
}

// Unicode CLDR, supplemental data, paperSize "US-Letter".
const letterCountries = new Set('BLZ CAN CHL COL CRI GTM MEX NIC PAN PHL PRI SLV USA VEN'.split(' '));

/** Returns the paper format of the CV's country, or of its culture when the CV names no country. */
function paperOf({ cv }: ExportSource, culture: Culture): Paper {
  const country = cv.userInformation.country?.isoCode;
  if (country) return letterCountries.has(country) ? 'Letter' : 'A4';
  return culture === 'en_US' ? 'Letter' : 'A4';
}
