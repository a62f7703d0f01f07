import type { DocumentModel, Entry, Group, Section } from '@vitae/document/document-model';
import { isPlain } from '@vitae/document/document-model';
import { type LevelPlace, levelPlace } from '@vitae/document/templates/level-place';
import { isSideSection, type Template } from '@vitae/document/templates/template';
import { templateById } from '@vitae/document/templates/templates';

/** The lines of each page of one column. */
export type ColumnPages = readonly (readonly string[])[];

type ShownModel = Pick<DocumentModel, 'header' | 'sections' | 'template'>;
/** A block of a document. `leads`: the next block must be on the same page. */
type Block = { text: string; leads: boolean };

/**
 * Returns the first block whose letters and digits are not those that follow the blocks before it. The order of the letters
 * within a block is not compared: PDFs contain right-to-left lines in visual order.
 */
export function firstMisplacedBlock(columns: readonly ColumnPages[], model: ShownModel): string | undefined {
  return blocksOfColumns(model)
    .map((blocks, index) => misplacedIn(columns[index] ?? [], blocks))
    .find((text) => text !== undefined);
}

function misplacedIn(pages: ColumnPages, blocks: readonly Block[]): string | undefined {
  const printed = lettersOf(pages.flat().join(''));
  let start = 0;
  return blocks.find(({ text }) => {
    const letters = lettersOf(text);
    const found = printed.slice(start, start + letters.length);
    start += letters.length;
    return sorted(found) !== sorted(letters);
  })?.text;
}

/**
 * Returns the page breaks that separate a heading, or the title of an entry, from what follows, and those that leave a
 * single line of a block on a page (widows and orphans). The blocks must be in order.
 */
export function badPageBreaks(columns: readonly ColumnPages[], model: ShownModel): string[] {
  return blocksOfColumns(model).flatMap((blocks, index) => badBreaksIn(columns[index] ?? [], blocks));
}

function badBreaksIn(pages: ColumnPages, blocks: readonly Block[]): string[] {
  const ends = blocks.map(() => 0);
  let total = 0;
  for (const [index, { text }] of blocks.entries()) {
    total += lettersOf(text).length;
    ends[index] = total;
  }
  const problems: string[] = [];
  let at = 0;
  for (const [index, lines] of pages.slice(0, -1).entries()) {
    at += lettersOf(lines.join('')).length;
    const block = ends.findIndex((end) => end >= at);
    const [end = 0, start = 0] = [ends[block], ends[block - 1]];
    const { text = '', leads = false } = blocks[block] ?? {};
    if (end === at) {
      if (leads && at < total) problems.push(`page ${index + 1} ends with "${text}"`);
      continue;
    }
    const before = countLines(lines.toReversed(), at - start);
    const after = countLines(pages[index + 1] ?? [], end - at);
    if (Math.min(before, after) < 2) problems.push(`${before} and ${after} lines on the two pages of "${text}"`);
  }
  return problems;
}

/** Returns how many of the lines contain the first of their letters. */
function countLines(lines: readonly string[], letters: number): number {
  let [count, rest] = [0, letters];
  for (const line of lines) {
    if (rest <= 0) break;
    const own = lettersOf(line).length;
    if (own > 0) count += 1;
    rest -= own;
  }
  return rest > 0 ? Number.POSITIVE_INFINITY : count;
}

const lettersOf = (text: string) => Array.from(text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, ''));
const sorted = (letters: readonly string[]) => letters.toSorted().join('');

/** Returns the blocks of each column in reading order. */
function blocksOfColumns(model: ShownModel): Block[][] {
  const template = templateById(model.template);
  const { name, title, contacts, facts } = model.header;
  const header = [name, title ?? '', ...contacts.map(({ text }) => text), ...facts].join('');
  const inSide = ({ kind }: Section) => isSideSection(template, kind);
  const [side, others] = [model.sections.filter(inSide), model.sections.filter((one) => !inSide(one))];
  const blocksOf = (sections: Section[]) => sections.flatMap((section) => sectionBlocks(section, template));
  const first = [blockOf(header), ...blocksOf(side)];
  return template.side === null ? [[...first, ...blocksOf(others)]] : [first, blocksOf(others)];
}

const blockOf = (text: string, leads = false): Block => ({ text, leads });

function sectionBlocks(section: Section, template: Template): Block[] {
  const heading = blockOf(section.heading, true);
  switch (section.content) {
    case 'text':
      return [heading, ...section.paragraphs.map((text) => blockOf(text))];
    case 'entries':
      return [heading, ...section.entries.flatMap(entryBlocks)];
    case 'groups':
      return [heading, ...groupBlocks(section.groups, levelPlace(section, template))];
    case 'quotes':
      return [
        heading,
        ...section.quotes.flatMap(({ author, paragraphs }) => [
          ...(author === '' ? [] : [blockOf(author, true)]),
          ...paragraphs.map((text) => blockOf(text)),
        ]),
      ];
  }
}

function entryBlocks({ title, organisation, place, note, period, paragraphs, points, keywords }: Entry): Block[] {
  const content = [...paragraphs, ...points, ...(keywords.length > 0 ? [keywords.join('')] : [])];
  const top = [title.text, organisation?.text, place, note, period].join('');
  return [blockOf(top, content.length > 0), ...content.map((text) => blockOf(text))];
}

function groupBlocks(groups: Group[], place: LevelPlace): Block[] {
  const headOf = ({ title, level }: Group) => (place === 'column' ? [level ?? '', title] : [title, level ?? '']);
  const lineOf = (group: Group) => [...headOf(group), ...group.items].join('');
  if (place === 'text' && groups.every(isPlain)) return [blockOf(groups.map(lineOf).join(''))];
  return groups.flatMap((group) => [blockOf(lineOf(group)), ...group.details.map((text) => blockOf(text))]);
}
