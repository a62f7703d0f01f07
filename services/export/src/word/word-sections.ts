import type { Entry, Group, Quote, Section } from '@vitae/document/document-model';
import { groupsStayTogether, staysTogether } from '@vitae/document/page-breaks';
import { HeadingLevel, Paragraph, type ParagraphChild } from 'docx';
import { type Block, loosenLast, paragraph, prose, together } from './blocks.ts';
import { halfPoints, type Theme } from './theme.ts';
import { entryBlocks, isBare } from './word-entry.ts';
import { between, dotted, runs } from './word-text.ts';

/** The sections as Word paragraphs: headings, texts and lists with the spaces and page breaks of the page. */
export function sectionBlocks(look: Theme): Paragraph[] {
  return look.model.sections.flatMap((section) => [
    new Paragraph({
      heading: HeadingLevel.HEADING_1,
      bidirectional: look.rtl,
      children: runs(section.heading),
    }),
    ...contentBlocks(section, look).map((block) => paragraph(block, look)),
  ]);
}

/** The last short thing of a section takes what is before it along: no page begins, or ends the document, with it alone. */
function contentBlocks(section: Section, look: Theme): Block[] {
  const blocks = looseBlocks(section, look);
  const last = section.content === 'entries' ? section.entries.at(-1) : undefined;
  const short = last === undefined || last.points.length + last.keywords.length === 0;
  const first = last !== undefined && isBare(last) ? blocks.findLastIndex(({ heading }) => heading !== undefined) : -1;
  const before = blocks[(first < 0 ? blocks.length - 1 : first) - 1];
  if (before && short) before.glued = true;
  return blocks;
}

function looseBlocks(section: Section, look: Theme): Block[] {
  const { gaps } = look.measures;
  switch (section.content) {
    case 'text':
      return section.paragraphs.map((text, index) => ({ ...prose(text), before: index === 0 ? 0 : gaps.paragraph }));
    case 'entries':
      return section.entries.flatMap((entry, index) =>
        entryBlocks(entry, gapAbove(section.entries, index, look), look),
      );
    case 'groups':
      return groupBlocks(section.groups, look);
    case 'quotes':
      return section.quotes.flatMap((quote, index) => quoteBlocks(quote, index === 0 ? 0 : gaps.entry, look));
  }
}

function gapAbove(entries: Entry[], index: number, { measures: { gaps } }: Theme): number {
  const [previous, entry] = [entries[index - 1], entries[index]];
  if (!previous || !entry) return 0;
  return isBare(previous) && isBare(entry) ? gaps.bare : gaps.entry;
}

function groupBlocks(groups: Group[], look: Theme): Block[] {
  const { gaps } = look.measures;
  const plain = groups.every((group) => group.items.length === 0 && group.details.length === 0);
  if (plain)
    return [
      {
        children: dotted(
          groups.map((group) => groupRuns(group, look)),
          look,
        ),
        keepLines: true,
      },
    ];
  const blocks = groups.flatMap((group, index): Block[] => [
    {
      children: groupRuns(group, look),
      keepLines: true,
      before: index === 0 ? 0 : gaps.group,
      glued: group.details.length > 0,
    },
    ...group.details.map((text) => ({ ...prose(text), before: gaps.prose })),
  ]);
  return groupsStayTogether(groups) ? together(blocks) : loosenLast(blocks);
}

function groupRuns({ title, level, items }: Group, look: Theme): ParagraphChild[] {
  return [
    ...runs(title, { style: 'GroupTitle' }),
    ...(level === null ? [] : [between(' – ', look), ...runs(level, { style: 'Level' })]),
    ...(items.length === 0 ? [] : [between(': ', look), ...runs(items.join(', '))]),
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
            glued: true,
          },
        ];
  const texts = paragraphs.map(
    (text, index): Block => ({ style: 'Quote', ...prose(text), before: index === 0 ? gaps.prose : gaps.paragraph }),
  );
  const blocks = [...head, ...texts];
  return staysTogether(paragraphs) ? together(blocks) : loosenLast(blocks);
}
