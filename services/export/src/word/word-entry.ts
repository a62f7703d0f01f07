import type { Entry } from '@vitae/document/document-model';
import { entryStaysTogether, staysTogether } from '@vitae/document/page-breaks';
import { HeadingLevel, type ParagraphChild } from 'docx';
import { type Block, keepTogether, ownDirection, prose, releaseLast } from './blocks.ts';
import { hex, type Theme } from './theme.ts';
import { logoRun } from './word-picture.ts';
import { BULLETS } from './word-styles.ts';
import { keepOrder, linkedRuns, runs, separator } from './word-text.ts';

/** The paragraphs of an entry: title and facts, texts, list, keywords. `before` is the space above it in millimeters. */
export function entryBlocks(entry: Entry, before: number, theme: Theme): Block[] {
  const { gaps } = theme.measures;
  const blocks = entryTop(entry, before, theme);
  entry.paragraphs.forEach((text, index) => {
    blocks.push({ ...prose(text), before: index === 0 ? gaps.prose : gaps.paragraph });
  });
  // A list starts on the same page as the line that introduces it, and its last two points stay together.
  keepLastWithNext(blocks, entry.points.length > 0);
  entry.points.forEach((text, index) => {
    // The margins of the list and of its first point collapse, as on the printed page.
    const space = index === 0 ? Math.max(gaps.points, gaps.point) : gaps.point;
    blocks.push({ ...point(text), before: space, keepWithNext: index === entry.points.length - 2 });
  });
  keepLastWithNext(blocks, entry.keywords.length > 0);
  if (entry.keywords.length > 0) blocks.push({ style: 'Keywords', children: runs(entry.keywords.join(' · ')) });
  return entryStaysTogether(entry) ? keepTogether(blocks) : releaseLast(blocks);
}

function keepLastWithNext(blocks: Block[], when: boolean): void {
  const last = blocks.at(-1);
  if (last && when) last.keepWithNext = true;
}

function entryTop(entry: Entry, before: number, theme: Theme): Block[] {
  const facts = [entry.period, entry.place, entry.note].filter((fact) => fact !== null);
  const beside = theme.template.facts === 'beside';
  const logo = entry.logo ? logoRun(entry.logo, theme) : undefined;
  const head: Block = {
    heading: HeadingLevel.HEADING_2,
    before,
    children: [
      ...(logo ? [logo] : []),
      ...titleRuns(entry, theme),
      ...(beside && facts.length > 0 ? [dot(theme), ...factRuns(facts, theme, IN_LINE)] : []),
    ],
    keepWithNext: true,
  };
  if (beside || facts.length === 0) return [head];
  return [head, { style: 'EntryFacts', children: factRuns(facts, theme), keepWithNext: true }];
}

const IN_LINE = { style: 'FactsInLine', bold: false } as const;

function factRuns(facts: string[], theme: Theme, run: { style?: string; bold?: boolean } = {}): ParagraphChild[] {
  return facts.flatMap((fact, index) => [
    ...(index === 0 ? [] : [separator(' · ', theme, run)]),
    ...runs(keepOrder(fact, theme), run),
  ]);
}

function titleRuns({ title, organisation }: Entry, theme: Theme): ParagraphChild[] {
  const color = hex(theme.palette.text);
  const own = linkedRuns(title, { color });
  if (organisation === null) return own;
  const upright = UPRIGHT_SCRIPTS.test(organisation.text) ? { italics: false } : {};
  return [...own, dot(theme), ...linkedRuns(organisation, { style: 'Organisation', bold: false, color, ...upright })];
}

// Fonts of these scripts have no italic, so word processors would slant the characters. The printed page has none either.
const UPRIGHT_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}]/u;

const dot = (theme: Theme) => separator(' · ', theme, { style: 'Separator', bold: false });

function point(text: string): Block {
  return {
    numbering: { reference: BULLETS, level: 0 },
    children: runs(text),
    keepLines: staysTogether([text]),
    ...ownDirection(text),
  };
}

/** Returns whether the entry has only a title and facts. */
export function isBare(entry: Entry): boolean {
  return entry.paragraphs.length + entry.points.length + entry.keywords.length === 0;
}
