import type { Entry, Group, Section } from './document-model.ts';

// A page may end early by about ten lines to keep something whole, not by more.
const MOST_LINES = 10;
// Of a paragraph of four lines no page could have more than two.
const FEW_LINES = 4;
const LINE = 105;

/** Whether these texts, a paragraph each, are short enough never to be split between two pages. */
export function staysTogether(texts: string[]): boolean {
  return linesOf(texts) <= MOST_LINES;
}

/** Whether a paragraph among others is too short to be split between two pages. */
export function paragraphStaysTogether(text: string): boolean {
  return linesOf([text]) <= FEW_LINES;
}

/** Whether a last section is so short that it does not go to a page alone, without the one before it. */
export function staysWithPrevious(section: Section): boolean {
  if (section.content === 'text') return linesOf(section.paragraphs) <= FEW_LINES;
  if (section.content !== 'groups') return false;
  return linesOf([section.groups.map(({ title, items }) => [title, ...items].join(', ')).join(' · ')]) <= FEW_LINES;
}

function linesOf(texts: string[]): number {
  return texts.reduce((lines, text) => lines + Math.ceil(text.length / LINE), 0);
}

export function entryStaysTogether(entry: Entry): boolean {
  return staysTogether([...entry.paragraphs, ...entry.points]);
}

export function groupsStayTogether(groups: Group[]): boolean {
  return staysTogether(groups.map(({ title, items, details }) => [title, ...items, ...details].join(', ')));
}
