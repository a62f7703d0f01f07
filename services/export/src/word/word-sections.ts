import { type Entry, type Group, isBare, isPlain, type Quote, type Section } from '@vitae/document/document-model';
import { groupsStayTogether, staysTogether } from '@vitae/document/page-breaks';
import { type LevelPlace, levelPlace } from '@vitae/document/templates/level-place';
import { leadings, lineHeight, MM_PER_POINT } from '@vitae/document/templates/measures';
import { LEVEL_DASH } from '@vitae/document/templates/punctuation';
import { shownWidth } from '@vitae/document/templates/shown-width';
import {
  MAX_LEVEL_LENGTH,
  MAX_PHRASE_LENGTH,
  noBreak,
  withNoBreakSpaces,
} from '@vitae/document/templates/unbroken-items';
import {
  FrameAnchorType,
  FrameWrap,
  HeadingLevel,
  HeightRule,
  HorizontalPositionAlign,
  type IParagraphOptions,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Tab,
  TabStopType,
  TextRun,
  VerticalPositionAlign,
} from 'docx';
import { type Block, keepTogether, paragraph, prose, releaseLast, splitting } from './blocks.ts';
import { entryDrop, halfPoints, hex, itemText, type Theme, twips } from './theme.ts';
import { entryBlocks } from './word-entries.ts';
import { headingSpacing, spaceAboveFirst } from './word-headings.ts';
import { QUOTE_INDENT_MM } from './word-styles.ts';
import { bracket, listRuns, runs, separator } from './word-text.ts';

/** Paragraphs between which no page break is allowed. `splits`: page breaks are allowed in a paragraph. */
export type KeptParagraphs = { paragraphs: Paragraph[]; splits: boolean };

/** Sections as Word paragraphs, with the spacing and page breaks of the printed page. */
export function sectionBlocks(sections: Section[], theme: Theme): Paragraph[] {
  return keptParagraphs(sections, theme).flatMap(({ paragraphs }) => paragraphs);
}

/** The same paragraphs in groups. `atTop`: nothing is above them, so the first has no space above it. */
export function keptParagraphs(sections: Section[], theme: Theme, { atTop = false } = {}): KeptParagraphs[] {
  return sections.flatMap((section, index) => {
    const above = atTop && index === 0 ? 0 : spaceAbove(section, sections[index - 1], theme);
    const blocks = contentBlocks(section, theme, above);
    const [next, last] = [sections[index + 1], blocks.at(-1)];
    if (theme.template.heading === 'margin' && next && last) last.after = spaceBelow(section, next, theme);
    const groups: KeptParagraphs[] = [];
    let group: KeptParagraphs = { paragraphs: [sectionHeading(section, above, theme)], splits: false };
    for (const block of blocks) {
      group.paragraphs.push(paragraph(block, theme));
      group.splits ||= block.splits ?? false;
      if (block.keepWithNext && !block.splits) continue;
      groups.push(group);
      group = { paragraphs: [], splits: false };
    }
    return group.paragraphs.length === 0 ? groups : [...groups, group];
  });
}

function sectionHeading(section: Section, above: number | null, theme: Theme): Paragraph {
  return new Paragraph({
    heading: HeadingLevel.HEADING_1,
    spacing: {
      ...(above === null ? {} : { before: twips(above) }),
      ...(section.content === 'entries' ? { after: headingSpacing(theme, entryDrop(theme)).after } : {}),
    },
    bidirectional: theme.rtl,
    children: [...headingBar(theme), ...runs(section.heading, theme)],
    ...headingPosition(theme),
  });
}

/** Returns the space above a section if it is not that of the heading style. */
function spaceAbove(section: Section, previous: Section | undefined, theme: Theme): number | null {
  if (previous === undefined) return spaceAboveFirst(theme);
  return theme.template.heading === 'margin' ? titleDrop(section, theme) : null;
}

/**
 * Returns the space below a section whose next heading is in the margin. A space above that heading would move it away
 * from its content at the top of a page, where word processors omit the space above the content, but not above the heading.
 */
function spaceBelow(section: Section, next: Section, theme: Theme): number {
  const { gaps, type } = theme.measures;
  const line = lineHeight(type.entry, leadings.entry) * MM_PER_POINT;
  return gaps.section + (isOneLine(section, theme) ? line : 0) - titleDrop(next, theme);
}

/** Returns by how much the first line of a section is lower than other texts. */
function titleDrop({ content }: Section, theme: Theme): number {
  return content === 'entries' ? entryDrop(theme) : 0;
}

/** Returns whether a section has one line. On the printed page, it is as high as a heading of two lines beside it. */
function isOneLine(section: Section, { template, measures, signs, ideographic }: Theme): boolean {
  const lines =
    section.content === 'text'
      ? section.paragraphs
      : section.content === 'groups' && section.groups.every((group, _, all) => all.length === 1 || isPlain(group))
        ? [section.groups.map(textOfGroup).join(signs.list)]
        : [];
  const [line = ''] = lines;
  return lines.length === 1 && shownWidth(line, template.typefaces.text, ideographic) < measures.grid.text;
}

/** In the margin, a heading is in a frame beside the paragraph that follows it. */
function headingPosition({ template, measures, grid, rtl }: Theme): IParagraphOptions {
  const { column } = measures.grid;
  if (template.heading === 'barred')
    return { tabStops: [column, grid.start].map((mm) => ({ type: TabStopType.START, position: twips(mm) })) };
  if (template.heading !== 'margin') return {};
  const frame = {
    width: twips(column),
    height: 0,
    rule: HeightRule.AUTO,
    anchor: { horizontal: FrameAnchorType.MARGIN, vertical: FrameAnchorType.TEXT },
    wrap: FrameWrap.AROUND,
  };
  const { RIGHT } = HorizontalPositionAlign;
  return {
    frame: rtl
      ? { ...frame, type: 'alignment', alignment: { x: RIGHT, y: VerticalPositionAlign.TOP } }
      : { ...frame, type: 'absolute', position: { x: 0, y: 0 } },
  };
}

const BAR_SIZE = 3;
/** The page raises the bar by 0.15 em. Word also shades the space for descenders, a fifth of the size. */
const barRaise = (headingSize: number) => Math.round(2 * (0.15 * headingSize + 0.2 * BAR_SIZE)) / 2;

/** The bar before a heading: a small tab with a background, so that it is neither a picture nor text. */
function headingBar({ template, palette, measures, rtl, signFont }: Theme): ParagraphChild[] {
  if (template.heading !== 'barred') return [];
  const shading = { type: ShadingType.CLEAR, color: 'auto', fill: hex(palette.heading.rule ?? palette.text) };
  const [size, position] = [halfPoints(BAR_SIZE), `${barRaise(measures.type.section)}pt` as const];
  const bar = new TextRun({
    children: [new Tab()],
    size,
    position,
    shading,
    rightToLeft: rtl,
    ...(rtl ? { font: signFont } : {}),
  });
  return [bar, new TextRun({ children: [new Tab()], rightToLeft: rtl })];
}

/** Keeps a short last block with the block before it, so that no page starts or ends with it alone. */
function contentBlocks(section: Section, theme: Theme, above: number | null): Block[] {
  const blocks = raiseTitles(separateBlocks(section, theme), theme);
  const [top] = blocks;
  // A heading in the margin takes no space above the content.
  if (top && above !== null && theme.template.heading === 'margin') top.before = above - titleDrop(section, theme);
  const last = section.content === 'entries' ? section.entries.at(-1) : undefined;
  const short = last === undefined || last.points.length + last.keywords.length === 0;
  const first = last !== undefined && isBare(last) ? blocks.findLastIndex(({ heading }) => heading !== undefined) : -1;
  const before = blocks[(first < 0 ? blocks.length - 1 : first) - 1];
  if (before && short) before.keepWithNext = true;
  return blocks;
}

/** Titles are lower in their lines than other texts. Their distances are those of the printed page all the same. */
function raiseTitles(blocks: Block[], theme: Theme): Block[] {
  const isTitle = (block: Block | undefined) => block?.heading !== undefined;
  const drop = entryDrop(theme);
  return blocks.map((block, index) => {
    const previous = blocks[index - 1];
    if (previous === undefined || isTitle(block) === isTitle(previous)) return block;
    return { ...block, before: Math.max(0, (block.before ?? 0) + (isTitle(block) ? -drop : drop)) };
  });
}

function separateBlocks(section: Section, theme: Theme): Block[] {
  const { gaps } = theme.measures;
  switch (section.content) {
    case 'text':
      return section.paragraphs.map((text, index) => ({
        ...prose(text, theme),
        before: index === 0 ? 0 : gaps.paragraph,
      }));
    case 'entries':
      return section.entries.flatMap((entry, index) =>
        entryBlocks(entry, gapAbove(section.entries, index, theme), theme),
      );
    case 'groups':
      return groupBlocks(section.groups, levelPlace(section, theme.template), theme);
    case 'quotes':
      return section.quotes.flatMap((quote, index) => quoteBlocks(quote, index === 0 ? 0 : gaps.entry, theme));
  }
}

function gapAbove(entries: Entry[], index: number, { measures: { gaps } }: Theme): number {
  const [previous, entry] = [entries[index - 1], entries[index]];
  if (!previous || !entry) return 0;
  return isBare(previous) && isBare(entry) ? gaps.bare : gaps.entry;
}

function groupBlocks(groups: Group[], levels: LevelPlace, theme: Theme): Block[] {
  const { gaps } = theme.measures;
  if (levels === 'text' && groups.every(isPlain)) {
    const children = groups.flatMap((group, index) => [
      ...(index === 0 ? [] : [separator(theme.signs.list, theme)]),
      ...groupRuns(unbroken(group, theme), theme, levels),
    ]);
    return [{ style: 'EntryText', children, keepLines: true, ...splitting(...groups.map(textOfGroup)) }];
  }
  const blocks = groups.flatMap((group, index): Block[] => [
    {
      style: 'EntryText',
      children: groupRuns(group, theme, levels),
      ...(levels === 'column' && group.level !== null ? levelColumn(theme) : {}),
      keepLines: true,
      before: index === 0 ? 0 : gaps.group,
      keepWithNext: group.details.length > 0,
      ...splitting(textOfGroup(group)),
    },
    ...group.details.map((text) => ({ ...prose(text, theme), before: gaps.prose })),
  ]);
  return groupsStayTogether(groups) ? keepTogether(blocks) : releaseLast(blocks);
}

/** Prevents a line break in a group, as on the printed page. Applicant tracking systems may not read no-break spaces. */
function unbroken(group: Group, { template }: Theme): Group {
  if (template.id === 'plain' || textOfGroup(group).length > MAX_PHRASE_LENGTH) return group;
  return { ...group, title: noBreak(group.title), level: group.level === null ? null : noBreak(group.level) };
}

function textOfGroup({ title, level, items }: Group): string {
  return [title, level ?? '', ...items].join(', ');
}

/** A paragraph whose level stands in the column before the text. */
function levelColumn({ grid }: Theme): Pick<IParagraphOptions, 'indent' | 'tabStops'> {
  const start = twips(grid.start);
  return {
    indent: { start, hanging: start, end: twips(grid.width - grid.end) },
    tabStops: [{ type: TabStopType.START, position: start }],
  };
}

function groupRuns({ title, level, items }: Group, theme: Theme, levels: LevelPlace): ParagraphChild[] {
  const format = { style: 'Level' };
  const { colon, gap, brackets } = theme.signs;
  const inColumn =
    level === null || levels !== 'column'
      ? []
      : [
          ...runs(level, theme, { ...format, size: halfPoints(theme.measures.type.small) }),
          new TextRun({ children: [new Tab()], rightToLeft: theme.rtl }),
        ];
  const shown =
    level === null
      ? []
      : runs(levels === 'brackets' ? withNoBreakSpaces(level, MAX_LEVEL_LENGTH) : level, theme, format);
  const levelRuns =
    levels === 'brackets'
      ? [
          ...(gap === '' ? [] : [separator(gap, theme)]),
          bracket(brackets[0], theme, format),
          ...shown,
          bracket(brackets[1], theme, format),
        ]
      : [separator(LEVEL_DASH, theme), ...shown];
  return [
    ...inColumn,
    ...runs(title, theme, { style: 'GroupTitle' }),
    ...(level === null || levels === 'column' ? [] : levelRuns),
    ...(items.length === 0
      ? []
      : [
          separator(colon, theme),
          ...listRuns(
            items.map((item) => itemText(item, theme)),
            theme,
          ),
        ]),
  ];
}

function quoteBlocks({ author, paragraphs }: Quote, before: number, theme: Theme): Block[] {
  const { measures, grid } = theme;
  const { gaps, type } = measures;
  const children = runs(author, theme, { size: halfPoints(type.body) });
  const indent = { start: twips(grid.start), end: twips(grid.width - grid.end), hanging: 0 };
  const head: Block = {
    heading: HeadingLevel.HEADING_2,
    before,
    children,
    indent,
    keepWithNext: true,
    ...splitting(author),
  };
  const texts = paragraphs.map(
    (text, index): Block => ({
      ...prose(text, theme, theme.inSideColumn ? 0 : QUOTE_INDENT_MM),
      style: 'Quote',
      before: index === 0 ? gaps.prose : gaps.paragraph,
    }),
  );
  const blocks = author === '' ? texts : [head, ...texts];
  return staysTogether(paragraphs) ? keepTogether(blocks) : releaseLast(blocks);
}
