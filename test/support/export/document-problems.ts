import { columnTexts } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { isWellFilled } from '@vitae/document/fitting/choose-layout';
import { paperSize } from '@vitae/document/templates/measures';
import { templateById } from '@vitae/document/templates/templates';
import type { PageLayout } from '@vitae/proto/export-job';
import { missingGlyphs, normalized, pageLines, readPdf } from './read-pdf.ts';

const MAX_LINE_LENGTH = 95;
const withoutSpace = (text: string) => text.replace(/\s/g, '');
const graphemes = new Intl.Segmenter();

type ShownModel = Pick<DocumentModel, 'header' | 'sections' | 'template'>;
type PrintedModel = Pick<DocumentModel, 'header' | 'template' | 'paper'>;
/** The lines of each column of a document. */
type Columns = string[][];

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

/** Returns the first text of the document that does not follow the texts before it in its column. */
export function firstMisplaced(columns: Columns, model: ShownModel): string | undefined {
  return columnTexts(model)
    .map((texts, index) => firstMisplacedIn(columns[index] ?? [], texts))
    .find((text) => text !== undefined);
}

function firstMisplacedIn(lines: string[], texts: string[]): string | undefined {
  const text = normalized(lines.join('\n'));
  let from = 0;
  return texts.find((part) => {
    const at = text.indexOf(normalized(part), from);
    if (at >= 0) from = at + normalized(part).length;
    return at < 0;
  });
}

const POINTS_PER_MM = 72 / 25.4;

/** Reads the lines of each column of a printed CV, page by page. Columns are separated at the middle of the gutter. */
export function columnLines(file: Buffer, { header, template, paper }: PrintedModel): Columns {
  const { side, measures } = templateById(template);
  const read = (...area: string[]) => pageLines(file, header.name, '-raw', ...area).flat();
  if (side === null) return [read()];
  const { margins, grid } = measures;
  const points = (mm: number) => Math.round(mm * POINTS_PER_MM);
  const { width, height } = paperSize[paper];
  const edge = points(margins.side + grid.column + grid.gutter / 2);
  const area = (x: number, end: number) => ['-x', x, '-y', 0, '-W', end - x, '-H', points(height)].map(String);
  return [read(...area(0, edge)), read(...area(edge, points(width)))];
}

/** Returns the number of pictures that a printed CV has: the photo, and the logos of its entries. */
export function countPictures({ header, sections }: Pick<DocumentModel, 'header' | 'sections'>): number {
  const entries = sections.flatMap((section) => (section.content === 'entries' ? section.entries : []));
  return [header.photo, ...entries.map(({ logo }) => logo)].filter((picture) => picture !== null).length;
}

/**
 * Returns what is wrong with a printed CV: badly filled pages, misprinted lines, missing glyphs or pictures, and texts in
 * another order than in the document. PDFs contain right-to-left text in visual order, so its lines are not read.
 */
export function documentProblems(file: Buffer, model: DocumentModel, layout: PageLayout): string[] {
  const columns = model.direction === 'ltr' ? columnLines(file, model) : null;
  const misplaced = columns && firstMisplaced(columns, model);
  const missing = missingGlyphs(file);
  const [pictures, printed] = [countPictures(model), readPdf(file).images().length];
  return [
    ...(isWellFilled(layout.fill) ? [] : [`step ${layout.densityStep}, pages filled ${layout.fill.join(', ')}`]),
    ...misprintedLines(columns?.flat() ?? [], model).map((line) => `misprinted line "${line}"`),
    ...(missing === 0 ? [] : [`${missing} missing glyphs`]),
    ...(pictures === printed ? [] : [`${printed} of ${pictures} pictures`]),
    ...(misplaced ? [`not in order: "${misplaced}"`] : []),
  ];
}
