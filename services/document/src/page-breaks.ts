import type { Entry, Group } from './document-model.ts';

// A page may end early by about ten lines to keep something whole, not by more.
const MOST_LINES = 10;
const LINE = 105;

/** Whether these texts, a paragraph each, are short enough never to be split between two pages. */
export function staysTogether(texts: string[]): boolean {
  return texts.reduce((lines, text) => lines + Math.ceil(text.length / LINE), 0) <= MOST_LINES;
}

export function entryStaysTogether(entry: Entry): boolean {
  return staysTogether([...entry.paragraphs, ...entry.points]);
}

export function groupsStayTogether(groups: Group[]): boolean {
  return staysTogether(groups.map(({ title, items, details }) => [title, ...items, ...details].join(', ')));
}
