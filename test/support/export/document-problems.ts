import { documentTexts } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { isWellFilled } from '@vitae/document/fitting/choose-layout';
import { templateById } from '@vitae/document/templates/templates';
import type { PageLayout } from '@vitae/proto/export-job';
import { missingGlyphs, normalized, pageLines } from './read-pdf.ts';

const MAX_LINE_LENGTH = 95;
const withoutSpace = (text: string) => text.replace(/\s/g, '');
const graphemes = new Intl.Segmenter();

type ShownModel = Pick<DocumentModel, 'header' | 'sections' | 'template'>;

/**
 * Returns the lines that are too long, that consist of a level, or that start or end with a separator. Lines of texts and
 * lists may end with a comma, and the title of the owner may contain any character.
 */
export function misprintedLines(lines: string[], { header, sections, template }: ShownModel): string[] {
  const { heading, entry } = templateById(template);
  const groups = sections.flatMap((section) => (section.content === 'groups' ? section.groups : []));
  const entries = sections.flatMap((section) => (section.content === 'entries' ? section.entries : []));
  // A text can also end with a word that is the level of a skill.
  const prose = sections.flatMap(proseOf).join(' ');
  const levels = groups.map(({ level }) => level).filter((level) => level !== null && !prose.includes(level));
  // pdftotext reads a heading in the margin and the text beside it as one line, and so a title and the dates beside it.
  const headings = heading === 'margin' ? sections.map((section) => `${section.heading} `) : [];
  const periods = entry.dates === 'text' ? [] : entries.flatMap(({ period }) => (period ? [` ${period}`] : []));
  const textOf = (line: string) => {
    const start = headings.find((one) => line.startsWith(one))?.length ?? 0;
    const end = periods.find((one) => line.endsWith(one))?.length ?? 0;
    return line.slice(start, line.length - end);
  };
  const isMisprinted = (line: string) =>
    [...graphemes.segment(line)].length > MAX_LINE_LENGTH ||
    levels.includes(line) ||
    (/^[·|–,、]|[·|–]$/.test(line) && !withoutSpace(header.title ?? '').includes(withoutSpace(line)));
  return lines.map(textOf).filter(isMisprinted);
}

/** Returns the texts that can have more than one line. */
function proseOf(section: DocumentModel['sections'][number]): string[] {
  switch (section.content) {
    case 'text':
      return section.paragraphs;
    case 'entries':
      return section.entries.flatMap(({ title, paragraphs, points }) => [title.text, ...paragraphs, ...points]);
    case 'groups':
      return section.groups.flatMap(({ title, items, details }) => [title, ...items, ...details]);
    case 'quotes':
      return section.quotes.flatMap(({ paragraphs }) => paragraphs);
  }
}

/** Returns the first text of the document that does not follow the texts before it. */
export function firstMisplaced(lines: string[], model: ShownModel): string | undefined {
  const text = normalized(lines.join('\n'));
  let from = 0;
  return documentTexts(model).find((part) => {
    const at = text.indexOf(normalized(part), from);
    if (at >= 0) from = at + normalized(part).length;
    return at < 0;
  });
}

/**
 * Returns what is wrong with a printed CV: badly filled pages, misprinted lines, missing glyphs, and texts in another order
 * than in the document. PDFs contain right-to-left text in visual order, so its lines are not read.
 */
export function documentProblems(
  file: Buffer,
  model: DocumentModel,
  layout: PageLayout,
  { readsLines = model.direction === 'ltr' } = {},
): string[] {
  const lines = readsLines ? pageLines(file, model.header.name, '-raw').flat() : null;
  const misplaced = lines && firstMisplaced(lines, model);
  const missing = missingGlyphs(file);
  return [
    ...(isWellFilled(layout.fill) ? [] : [`step ${layout.densityStep}, pages filled ${layout.fill.join(', ')}`]),
    ...misprintedLines(lines ?? [], model).map((line) => `misprinted line "${line}"`),
    ...(missing === 0 ? [] : [`${missing} missing glyphs`]),
    ...(misplaced ? [`not in order: "${misplaced}"`] : []),
  ];
}
