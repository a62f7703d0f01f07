import type { Entry, Group, Quote, Section } from '@vitae/document/document-model';
import { groupsStayTogether, staysTogether } from '@vitae/document/page-breaks';
import { HeadingLevel, Paragraph, type ParagraphChild } from 'docx';
import { type Block, keepTogether, paragraph, prose, releaseLast } from './blocks.ts';
import { halfPoints, type Theme } from './theme.ts';
import { entryBlocks, isBare } from './word-entry.ts';
import { dotSeparated, runs, separator } from './word-text.ts';

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
  const plain = groups.every((group) => group.items.length === 0 && group.details.length === 0);
  if (plain)
    return [
      {
        children: dotSeparated(
          groups.map((group) => groupRuns(group, theme)),
          theme,
        ),
        keepLines: true,
      },
    ];
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
  const head: Block[] =
    author === ''
      ? []
      : [
          {
            heading: HeadingLevel.HEADING_2,
            before,
            children: runs(author, { size: halfPoints(type.body) }),
            keepWithNext: true,
          },
        ];
  const texts = paragraphs.map(
    (text, index): Block => ({ style: 'Quote', ...prose(text), before: index === 0 ? gaps.prose : gaps.paragraph }),
  );
  const blocks = [...head, ...texts];
  return staysTogether(paragraphs) ? keepTogether(blocks) : releaseLast(blocks);
}
