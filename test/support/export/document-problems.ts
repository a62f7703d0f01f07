import { columnTexts } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { isWellFilled } from '@vitae/document/fitting/choose-layout';
import { footerName } from '@vitae/document/templates/footer-name';
import { levelPlace } from '@vitae/document/templates/level-place';
import { paperSize } from '@vitae/document/templates/measures';
import { isSideSection } from '@vitae/document/templates/template';
import { templateById } from '@vitae/document/templates/templates';
import type { PageLayout } from '@vitae/proto/export-job';
import { badPageBreaks, firstMisplacedBlock } from './printed-blocks.ts';
import { missingGlyphs, normalized, pageLines, readPdf } from './read-pdf.ts';

const MAX_LINE_LENGTH = 95;
/** Ideographs and other full-width characters count as two columns of a line. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;
const columnsOf = (line: string) =>
  Array.from(graphemes.segment(line), ({ segment }) => (WIDE.test(segment) ? 2 : 1)).reduce((sum, own) => sum + own, 0);
const withoutSpace = (text: string) => text.replace(/\s/g, '');
const graphemes = new Intl.Segmenter();

type ShownModel = Pick<DocumentModel, 'header' | 'sections' | 'template'>;
type PrintedModel = Pick<DocumentModel, 'header' | 'template' | 'paper' | 'direction' | 'language'>;
type LinesModel = ShownModel & Pick<DocumentModel, 'direction'>;
/** The lines of each column of a document. */
type Columns = string[][];

/**
 * Returns the lines that are too long, that consist of a level, or that start or end with a separator. Lines of texts and
 * lists may end with a comma, and the title of the owner may contain any character.
 */
export function misprintedLines(lines: string[], { header, sections, template, direction }: LinesModel): string[] {
  const { heading, entry } = templateById(template);
  const inColumn = (section: DocumentModel['sections'][number]) =>
    section.content === 'groups' && levelPlace(section, templateById(template)) === 'column';
  const groups = sections.flatMap((section) =>
    section.content === 'groups' && !inColumn(section) ? section.groups : [],
  );
  const entries = sections.flatMap((section) => (section.content === 'entries' ? section.entries : []));
  // A text can also end with a word that is the level of a skill.
  const prose = [header.title, ...sections.flatMap(proseOf)].join(' ');
  const levels = groups.map(({ level }) => level).filter((level) => level !== null && !prose.includes(level));
  // pdftotext reads a heading or a level before the text and the text as one line, and so a title and the dates beside it.
  const headings = heading === 'margin' ? sections.map((section) => `${section.heading} `) : [];
  const columnLevels = sections.flatMap((section) =>
    section.content === 'groups' && inColumn(section)
      ? section.groups.flatMap(({ level }) => (level === null ? [] : [`${level} `]))
      : [],
  );
  const starts = [...headings, ...columnLevels];
  const periods =
    entry.dates === 'text' || direction === 'rtl'
      ? []
      : entries.flatMap(({ period }) => (period ? [` ${period}`] : []));
  // Right-to-left lines are in visual order.
  const dangling = direction === 'ltr' ? /^[·|–,、]|[·|–]$/ : /^[·|–]|[·|–,،]$/;
  const textOf = (line: string) => {
    const start = starts.find((one) => line.startsWith(one))?.length ?? 0;
    const end = periods.find((one) => line.endsWith(one))?.length ?? 0;
    return line.slice(start, line.length - end);
  };
  const isMisprinted = (line: string) =>
    columnsOf(line) > MAX_LINE_LENGTH ||
    levels.includes(direction === 'ltr' ? line : line.split(' ').reverse().join(' ')) ||
    (dangling.test(line) && !withoutSpace(header.title ?? '').includes(withoutSpace(line)));
  return lines.map(textOf).filter(isMisprinted);
}

/** Items of lists up to this length do not break at the end of a line, unless a side column is narrower. */
const MAX_UNBROKEN = 30;
const MAX_UNBROKEN_IN_SIDE = 20;

/**
 * Returns the short keywords and parts of skills that no line contains as a whole. The words of right-to-left lines are in
 * visual order, and joined letters in any order.
 */
export function brokenItems(lines: string[], { sections, template, direction }: LinesModel): string[] {
  const printed = lines.map((line) => (direction === 'rtl' ? { words: wordsOf(line) } : { text: normalized(line) }));
  const isBroken = (item: string, max: number) =>
    columnsOf(item) <= max &&
    !printed.some((line) =>
      'words' in line ? containsWords(line.words, wordsOf(item)) : line.text.includes(normalized(item)),
    );
  return sections.flatMap((section) => {
    const max = isSideSection(templateById(template), section.kind) ? MAX_UNBROKEN_IN_SIDE : MAX_UNBROKEN;
    return itemsOf(section).filter((item) => isBroken(item, max));
  });
}

/** The letters of each word in alphabetical order. */
const wordsOf = (text: string) =>
  text
    .split(/[\s\u00a0]+/)
    .map((word) =>
      Array.from(word.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}]/gu, ''))
        .sort()
        .join(''),
    )
    .filter((word) => word !== '');

/** Returns whether the words of an item stand beside each other, in any order. */
function containsWords(line: string[], item: string[]): boolean {
  const wanted = item.toSorted().join(' ');
  return line.some(
    (_, at) =>
      line
        .slice(at, at + item.length)
        .toSorted()
        .join(' ') === wanted,
  );
}

function itemsOf(section: DocumentModel['sections'][number]): string[] {
  if (section.content === 'entries') return section.entries.flatMap(({ keywords }) => keywords);
  return section.content === 'groups' ? section.groups.flatMap(({ items }) => items) : [];
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

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Returns the first text of the document that does not follow the texts before it in its column. Texts with right-to-left
 * words are not compared, because pdftotext returns these words in visual order. `firstMisplacedBlock` compares their letters.
 */
export function firstMisplaced(columns: Columns, model: ShownModel): string | undefined {
  return columnTexts(model)
    .map((texts) => texts.filter((text) => !RIGHT_TO_LEFT.test(text)))
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

/** Reads the lines of each page of each column of a printed CV. Columns are separated at the middle of the gutter. */
export function columnPages(
  file: Buffer,
  { header, template, paper, direction, language }: PrintedModel,
): string[][][] {
  const { side, measures } = templateById(template);
  const { margins, grid } = measures;
  const points = (mm: number) => Math.round(mm * POINTS_PER_MM);
  const { width, height: paperHeight } = paperSize[paper];
  // Browsers also write high marks in the first line of a page to the page before, below its last line, where they are
  // invisible.
  const height = /^(?:ar|hi)\b/.test(language) ? paperHeight - margins.bottom : paperHeight;
  const footer = footerName({ header, paper, language }, templateById(template)).text;
  const read = (...area: string[]) => pageLines(file, footer, '-raw', ...area);
  const whole = ['-x', 0, '-y', 0, '-W', points(width), '-H', points(height)].map(String);
  if (side === null) return [read(...whole)];
  const edge = points(margins.side + grid.column + grid.gutter / 2);
  const area = (start: number, end: number) => {
    const x = direction === 'rtl' ? points(width) - end : start;
    return ['-x', x, '-y', 0, '-W', end - start, '-H', points(height)].map(String);
  };
  return [read(...area(0, edge)), read(...area(edge, points(width)))];
}

/** Reads the lines of each column of a printed CV, page by page. */
export function columnLines(file: Buffer, model: PrintedModel): Columns {
  return columnPages(file, model).map((pages) => pages.flat());
}

/** Returns the number of pictures that a printed CV has: the photo, and the logos of its entries. */
export function countPictures({ header, sections }: Pick<DocumentModel, 'header' | 'sections'>): number {
  const entries = sections.flatMap((section) => (section.content === 'entries' ? section.entries : []));
  return [header.photo, ...entries.map(({ logo }) => logo)].filter((picture) => picture !== null).length;
}

/**
 * Returns what is wrong with a printed CV: badly filled pages, misprinted lines, missing glyphs or pictures, texts in another
 * order than in the document, and page breaks that separate what belongs together.
 */
export function documentProblems(file: Buffer, model: DocumentModel, layout: PageLayout): string[] {
  const columns = columnPages(file, model);
  const lines = columns.map((pages) => pages.flat());
  const misplaced =
    (model.direction === 'ltr' ? firstMisplaced(lines, model) : undefined) ?? firstMisplacedBlock(columns, model);
  const missing = missingGlyphs(file);
  const [pictures, printed] = [countPictures(model), readPdf(file).images().length];
  return [
    ...(isWellFilled(layout.fill) ? [] : [`step ${layout.densityStep}, pages filled ${layout.fill.join(', ')}`]),
    ...misprintedLines(lines.flat(), model).map((line) => `misprinted line "${line}"`),
    ...brokenItems(lines.flat(), model).map((item) => `broken item "${item}"`),
    ...(missing === 0 ? [] : [`${missing} missing glyphs`]),
    ...(pictures === printed ? [] : [`${printed} of ${pictures} pictures`]),
    ...(misplaced ? [`not in order: "${misplaced}"`] : badPageBreaks(columns, model)),
  ];
}
