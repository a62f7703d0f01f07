import type { Linked } from '@vitae/document/document-model';
import { directionalParts, directionOf } from '@vitae/document/writing-system';
import { ExternalHyperlink, type IRunPropertiesOptions, type ParagraphChild, TextRun } from 'docx';

/** Text as runs; what is written from the right is marked so, because Word does not find out by itself. */
export function runs(text: string, look: IRunPropertiesOptions = {}): ParagraphChild[] {
  return directionalParts(text).map(
    (part) => new TextRun({ ...look, text: part.text, ...(part.direction === 'rtl' ? { rightToLeft: true } : {}) }),
  );
}

/**
 * A text that is a link where it leads somewhere; it looks like the text around it, and says so itself:
 * otherwise Word 97 files show every link in blue.
 */
export function linkedRuns({ text, href }: Linked, look: IRunPropertiesOptions): ParagraphChild[] {
  if (href === null) return runs(text, look);
  return [new ExternalHyperlink({ link: href, children: runs(text, { ...look, underline: { type: 'none' } }) })];
}

const DOT = '\u00a0· ';
const DOT_COLOR = '767c83';

/** Facts in a row, with dots between them that stay at the end of a line. */
export function dotted(facts: ParagraphChild[][], look: IRunPropertiesOptions = {}): ParagraphChild[] {
  return facts.flatMap((fact, index) =>
    index === 0 ? fact : [new TextRun({ ...look, text: DOT, color: DOT_COLOR }), ...fact],
  );
}

export function isRightToLeft(text: string): boolean {
  return directionOf(text) === 'rtl';
}
