import type { DocumentModel, Section } from '../document-model.ts';
import { templateOf } from '../templates/templates.ts';

// Upper bounds of what a template needs at step 0, in points.
const HEADER = 135;
const SECTION = 42;
const ENTRY = 10;
const TEXT = 4;
const LINE = 15;
/** Lines of capitals have about this many characters, others up to 90. */
const CHARACTERS_PER_LINE = 60;
/** The height of the text on US Letter with the widest margins. */
const PAGE = 670;
const LATIN = /^[\p{Script=Latin}\p{Script=Common}]*$/u;
const WIDE = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u3000-\u303f\uff00-\uffef]/u;

/**
 * Returns whether a document certainly fits on one page at step 0, which is then its layout. Returns false if that is not
 * certain, as for other scripts than Latin and for narrow columns.
 */
export function surelyFitsOnePage(model: DocumentModel): boolean {
  const { header, sections } = model;
  const contacts = [...header.contacts.map(({ text }) => text), ...header.facts].join(' ');
  const [top, texts] = [`${header.name} ${header.title ?? ''} ${contacts}`, sections.map(textsOf)];
  if (templateOf(model).side !== null || !isNarrow(top) || !texts.flat().every(isNarrow)) return false;
  const entries = sections.flatMap((section) => (section.content === 'entries' ? section.entries : []));
  const body = texts.flat().reduce((sum, text) => sum + TEXT + linesOf(text) * LINE, 0);
  return HEADER + linesOf(top) * LINE + SECTION * sections.length + ENTRY * entries.length + body <= PAGE;
}

/** Returns the texts that start a line. */
function textsOf(section: Section): string[] {
  switch (section.content) {
    case 'text':
      return section.paragraphs;
    case 'entries':
      return section.entries.flatMap(({ title, organisation, place, note, period, paragraphs, points, keywords }) => [
        title.text,
        [organisation?.text, place, note].filter(Boolean).join(', '),
        period ?? '',
        ...paragraphs,
        ...points,
        keywords.join(', '),
      ]);
    case 'groups':
      return section.groups.flatMap(({ title, level, items, details }) => [
        [title, level ?? '', ...items].join(', '),
        ...details,
      ]);
    case 'quotes':
      return section.quotes.flatMap(({ author, paragraphs }) => [author, ...paragraphs]);
  }
}

const isNarrow = (text: string) => LATIN.test(text) && !WIDE.test(text);
const linesOf = (text: string) => Math.ceil(text.length / CHARACTERS_PER_LINE);
