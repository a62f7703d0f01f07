import { type Entry, type Group, isBare, isPlain, type Quote, type Section } from '@vitae/document/document-model';
import { entryStaysTogether, groupsStayTogether, staysTogether } from '@vitae/document/page-breaks';
import { HeadingLevel, Paragraph, type ParagraphChild } from 'docx';
import { type Block, keepTogether, ownDirection, paragraph, prose, releaseLast } from './blocks.ts';
import { halfPoints, hex, type Theme } from './theme.ts';
import { logoRun } from './word-picture.ts';
import { BULLETS } from './word-styles.ts';
import { dotSeparated, keepOrder, linkedRuns, runs, separator } from './word-text.ts';

/** The sections as Word paragraphs, with the spacing and page breaks of the printed page. */
export function sectionBlocks(theme: Theme): Paragraph[] {
  return theme.model.sections.flatMap((section) => [
    new Paragraph({
      heading: HeadingLevel.HEADING_1,
      bidirectional: theme.rtl,
      children: runs(section.heading),
    }),
    ...contentBlocks(section, theme).map((block) => paragraph(block, theme)),
  ]);
}

/** Keeps a short last block with the block before it, so that no page starts or ends with it alone. */
function contentBlocks(section: Section, theme: Theme): Block[] {
  const blocks = separateBlocks(section, theme);
  const last = section.content === 'entries' ? section.entries.at(-1) : undefined;
  const short = last === undefined || last.points.length + last.keywords.length === 0;
  const first = last !== undefined && isBare(last) ? blocks.findLastIndex(({ heading }) => heading !== undefined) : -1;
  const before = blocks[(first < 0 ? blocks.length - 1 : first) - 1];
  if (before && short) before.keepWithNext = true;
  return blocks;
}

function separateBlocks(section: Section, theme: Theme): Block[] {
  const { gaps } = theme.measures;
  switch (section.content) {
    case 'text':
      return section.paragraphs.map((text, index) => ({ ...prose(text), before: index === 0 ? 0 : gaps.paragraph }));
    case 'entries':
      return section.entries.flatMap((entry, index) =>
        entryBlocks(entry, gapAbove(section.entries, index, theme), theme),
      );
    case 'groups':
      return groupBlocks(section.groups, theme);
    case 'quotes':
      return section.quotes.flatMap((quote, index) => quoteBlocks(quote, index === 0 ? 0 : gaps.entry, theme));
  }
}

function gapAbove(entries: Entry[], index: number, { measures: { gaps } }: Theme): number {
  const [previous, entry] = [entries[index - 1], entries[index]];
  if (!previous || !entry) return 0;
  return isBare(previous) && isBare(entry) ? gaps.bare : gaps.entry;
}

function groupBlocks(groups: Group[], theme: Theme): Block[] {
  const { gaps } = theme.measures;
  if (groups.every(isPlain)) {
    const texts = groups.map((group) => groupRuns(group, theme));
    return [{ children: dotSeparated(texts, theme), keepLines: true }];
  }
  const blocks = groups.flatMap((group, index): Block[] => [
    {
      children: groupRuns(group, theme),
      keepLines: true,
      before: index === 0 ? 0 : gaps.group,
      keepWithNext: group.details.length > 0,
    },
    ...group.details.map((text) => ({ ...prose(text), before: gaps.prose })),
  ]);
  return groupsStayTogether(groups) ? keepTogether(blocks) : releaseLast(blocks);
}

function groupRuns({ title, level, items }: Group, theme: Theme): ParagraphChild[] {
  return [
    ...runs(title, { style: 'GroupTitle' }),
    ...(level === null ? [] : [separator(' – ', theme), ...runs(level, { style: 'Level' })]),
    ...(items.length === 0 ? [] : [separator(': ', theme), ...runs(items.join(', '))]),
  ];
}

function quoteBlocks({ author, paragraphs }: Quote, before: number, { measures: { gaps, type } }: Theme): Block[] {
  const children = runs(author, { size: halfPoints(type.body) });
  const head: Block = { heading: HeadingLevel.HEADING_2, before, children, keepWithNext: true };
  const texts = paragraphs.map(
    (text, index): Block => ({ style: 'Quote', ...prose(text), before: index === 0 ? gaps.prose : gaps.paragraph }),
  );
  const blocks = author === '' ? texts : [head, ...texts];
  return staysTogether(paragraphs) ? keepTogether(blocks) : releaseLast(blocks);
}

/** The paragraphs of an entry: title and facts, texts, list, keywords. `before` is the space above it in millimeters. */
function entryBlocks(entry: Entry, before: number, theme: Theme): Block[] {
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
  const beside = theme.template.entry.organisation === 'beside';
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
