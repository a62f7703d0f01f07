import type { Entry, Group, Section } from './document-model.ts';

// Keeping a block whole may leave at most this many lines of a page empty.
const MAX_BLOCK_LINES = 10;
// With two lines kept on each page (orphans and widows), a shorter paragraph cannot be split.
const MAX_SHORT_LINES = 4;
const CHARACTERS_PER_LINE = 85;

/** Returns whether a block of these paragraphs is short enough to stay on one page. */
export function staysTogether(texts: string[]): boolean {
  return linesOf(texts) <= MAX_BLOCK_LINES;
}

/** Returns whether a paragraph is too short to be split between two pages. */
export function paragraphStaysTogether(text: string): boolean {
  return linesOf([text]) <= MAX_SHORT_LINES;
}

/** Returns whether a section, when it is the last one, is too short to stand alone on a page. */
export function staysWithPrevious(section: Section): boolean {
  if (section.content === 'text') return linesOf(section.paragraphs) <= MAX_SHORT_LINES;
  if (section.content !== 'groups') return false;
  const text = section.groups.map(({ title, items }) => [title, ...items].join(', ')).join(' · ');
  return linesOf([text]) <= MAX_SHORT_LINES;
}

function linesOf(texts: string[]): number {
  return texts.reduce((lines, text) => lines + Math.ceil(text.length / CHARACTERS_PER_LINE), 0);
}

export function entryStaysTogether(entry: Entry): boolean {
  return staysTogether([...entry.paragraphs, ...entry.points]);
}

export function groupsStayTogether(groups: Group[]): boolean {
  return staysTogether(groups.map(({ title, items, details }) => [title, ...items, ...details].join(', ')));
}
