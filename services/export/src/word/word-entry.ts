import type { Entry } from '@vitae/document/document-model';
import { entryStaysTogether, staysTogether } from '@vitae/document/page-breaks';
import { HeadingLevel, type ParagraphChild } from 'docx';
import { type Block, loosenLast, ownDirection, prose, together } from './blocks.ts';
import { hex, type Theme } from './theme.ts';
import { logoRun } from './word-picture.ts';
import { BULLETS } from './word-styles.ts';
import { between, inOwnOrder, linkedRuns, runs } from './word-text.ts';

/** Something done somewhere: its title and facts, its texts, its list. */
export function entryBlocks(entry: Entry, before: number, look: Theme): Block[] {
  const { gaps } = look.measures;
  const blocks = entryTop(entry, before, look);
  entry.paragraphs.forEach((text, index) => {
    blocks.push({ ...prose(text), before: index === 0 ? gaps.prose : gaps.paragraph });
  });
  // No list begins on a page without the line that introduces it, and none ends there with a single point.
  glueLast(blocks, entry.points.length > 0);
  entry.points.forEach((text, index) => {
    // On the page the margin of a list and that of its first point fall into one.
    const space = index === 0 ? Math.max(gaps.points, gaps.point) : gaps.point;
    blocks.push({ ...point(text), before: space, glued: index === entry.points.length - 2 });
  });
  glueLast(blocks, entry.keywords.length > 0);
  if (entry.keywords.length > 0) blocks.push({ style: 'Keywords', children: runs(entry.keywords.join(' · ')) });
  return entryStaysTogether(entry) ? together(blocks) : loosenLast(blocks);
}

function glueLast(blocks: Block[], when: boolean): void {
  const last = blocks.at(-1);
  if (last && when) last.glued = true;
}

function entryTop(entry: Entry, before: number, look: Theme): Block[] {
  const facts = [entry.period, entry.place, entry.note].filter((fact) => fact !== null);
  const beside = look.template.facts === 'beside';
  const logo = entry.logo ? logoRun(entry.logo, look) : undefined;
  const head: Block = {
    heading: HeadingLevel.HEADING_2,
    before,
    children: [
      ...(logo ? [logo] : []),
      ...titleRuns(entry, look),
      ...(beside && facts.length > 0 ? [dot(look), ...factRuns(facts, look, IN_LINE)] : []),
    ],
    glued: true,
  };
  if (beside || facts.length === 0) return [head];
  return [head, { style: 'EntryFacts', children: factRuns(facts, look), glued: true }];
}

const IN_LINE = { style: 'FactsInLine', bold: false } as const;

function factRuns(facts: string[], look: Theme, run: { style?: string; bold?: boolean } = {}): ParagraphChild[] {
  return facts.flatMap((fact, index) => [
    ...(index === 0 ? [] : [between(' · ', look, run)]),
    ...runs(inOwnOrder(fact, look), run),
  ]);
}

function titleRuns({ title, organisation }: Entry, look: Theme): ParagraphChild[] {
  const color = hex(look.palette.text);
  const own = linkedRuns(title, { color });
  if (organisation === null) return own;
  const upright = unslanted.test(organisation.text) ? { italics: false } : {};
  return [...own, dot(look), ...linkedRuns(organisation, { style: 'Organisation', bold: false, color, ...upright })];
}

// As on the page: fonts of these scripts have no italic, and a word processor would slant their signs by itself.
const unslanted =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}]/u;

const dot = (look: Theme) => between(' · ', look, { style: 'Separator', bold: false });

function point(text: string): Block {
  return {
    numbering: { reference: BULLETS, level: 0 },
    children: runs(text),
    keepLines: staysTogether([text]),
    ...ownDirection(text),
  };
}

export function isBare(entry: Entry): boolean {
  return entry.paragraphs.length + entry.points.length + entry.keywords.length === 0;
}
