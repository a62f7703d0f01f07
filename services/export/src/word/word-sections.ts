import type { DocumentModel, Entry, Group, Quote, Section } from '@vitae/document/document-model';
import { entryStaysTogether, groupsStayTogether, staysTogether } from '@vitae/document/page-breaks';
import type { Measures } from '@vitae/document/templates/measures';
import { AlignmentType, HeadingLevel, type IParagraphOptions, Paragraph, type ParagraphChild, TextRun } from 'docx';
import { BULLETS, line, TEXT, twips } from './word-styles.ts';
import { dotted, isRightToLeft, linkedRuns, runs } from './word-text.ts';

/** A paragraph before it is made: `before` in millimetres, `glued` to the next one on the same page. */
type Block = Omit<IParagraphOptions, 'spacing' | 'keepNext'> & { before?: number; size?: number; glued?: boolean };

/** The sections as Word paragraphs: headings, texts and lists with the spaces and page breaks of the page. */
export function sectionBlocks(model: DocumentModel, measures: Measures): Paragraph[] {
  return model.sections.flatMap((section) => [
    new Paragraph({
      heading: HeadingLevel.HEADING_1,
      bidirectional: model.direction === 'rtl',
      children: runs(section.heading),
    }),
    ...contentBlocks(section, measures).map((block) => paragraph(block, model, measures)),
  ]);
}

function paragraph(
  { before = 0, size, glued = false, ...rest }: Block,
  model: DocumentModel,
  measures: Measures,
): Paragraph {
  const height = size === undefined ? {} : line(size, measures.type.leading);
  const own = rest.bidirectional ?? model.direction === 'rtl';
  return new Paragraph({
    bidirectional: model.direction === 'rtl',
    // A paragraph that reads the other way stays on the side of the document.
    ...(own === (model.direction === 'rtl') ? {} : { alignment: own ? AlignmentType.LEFT : AlignmentType.RIGHT }),
    widowControl: true,
    ...rest,
    spacing: { before: twips(before), ...height },
    ...(glued ? { keepNext: true } : {}),
  });
}

function contentBlocks(section: Section, measures: Measures): Block[] {
  const { gaps } = measures;
  switch (section.content) {
    case 'text':
      return section.paragraphs.map((text, index) => ({ ...prose(text), before: index === 0 ? 0 : gaps.paragraph }));
    case 'entries':
      return section.entries.flatMap((entry, index) =>
        entryBlocks(entry, gapAbove(section.entries, index, measures), measures),
      );
    case 'groups':
      return groupBlocks(section.groups, measures);
    case 'quotes':
      return section.quotes.flatMap((quote, index) => quoteBlocks(quote, index === 0 ? 0 : gaps.entry, measures));
  }
}

function gapAbove(entries: Entry[], index: number, { gaps }: Measures): number {
  const [previous, entry] = [entries[index - 1], entries[index]];
  if (!previous || !entry) return 0;
  return isBare(previous) && isBare(entry) ? gaps.bare : gaps.entry;
}

function isBare(entry: Entry): boolean {
  return entry.paragraphs.length + entry.points.length + entry.keywords.length === 0;
}

function entryBlocks(entry: Entry, before: number, { gaps, type }: Measures): Block[] {
  const facts = [entry.period, entry.place, entry.note].filter((fact) => fact !== null);
  const blocks: Block[] = [
    { heading: HeadingLevel.HEADING_2, before, children: headLine(entry, type.body), glued: true },
  ];
  if (facts.length > 0)
    blocks.push({ style: 'EntryFacts', children: dotted(facts.map((fact) => runs(fact))), glued: true });
  entry.paragraphs.forEach((text, index) => {
    blocks.push({ ...prose(text), before: index === 0 ? gaps.prose : gaps.paragraph });
  });
  // No list begins on a page without the line that introduces it, and none ends there with a single point.
  const last = blocks.at(-1);
  if (last && entry.points.length > 0) last.glued = true;
  entry.points.forEach((text, index) => {
    const space = (index === 0 ? gaps.points : 0) + gaps.point;
    blocks.push({ ...point(text), before: space, glued: index === entry.points.length - 2 });
  });
  if (entry.keywords.length > 0) {
    const beforeKeywords = blocks.at(-1);
    if (beforeKeywords) beforeKeywords.glued = true;
    blocks.push({ style: 'Keywords', children: runs(entry.keywords.join(' · ')) });
  }
  return entryStaysTogether(entry) ? together(blocks) : loosenLast(blocks);
}

function headLine({ title, organisation }: Entry, size: number): ParagraphChild[] {
  const look = { color: TEXT };
  if (organisation === null) return linkedRuns(title, look);
  const plain = { ...look, bold: false, size: `${size}pt` } as const;
  return [...linkedRuns(title, look), ...dotted([[], linkedRuns(organisation, plain)], plain)];
}

function prose(text: string): Block {
  return { children: runs(text), ...ownDirection(text) };
}

function point(text: string): Block {
  return {
    numbering: { reference: BULLETS, level: 0 },
    children: runs(text),
    keepLines: staysTogether([text]),
    ...ownDirection(text),
  };
}

/** A text reads in its own direction, that of most of its letters. */
function ownDirection(text: string): Block {
  return /\p{L}/u.test(text) ? { bidirectional: isRightToLeft(text) } : {};
}

function groupBlocks(groups: Group[], { gaps }: Measures): Block[] {
  const plain = groups.every((group) => group.items.length === 0 && group.details.length === 0);
  if (plain) return [{ children: dotted(groups.map(groupRuns)), keepLines: true }];
  const blocks = groups.flatMap((group, index): Block[] => [
    {
      children: groupRuns(group),
      keepLines: true,
      before: index === 0 ? 0 : gaps.group,
      glued: group.details.length > 0,
    },
    ...group.details.map((text) => ({ ...prose(text), before: gaps.prose })),
  ]);
  return groupsStayTogether(groups) ? together(blocks) : loosenLast(blocks);
}

function groupRuns({ title, level, items }: Group): ParagraphChild[] {
  return [
    ...runs(title, { bold: true }),
    ...(level === null ? [] : [new TextRun(' – '), ...runs(level, { color: '4f565d' })]),
    ...(items.length === 0 ? [] : runs(`: ${items.join(', ')}`)),
  ];
}

function quoteBlocks({ author, paragraphs }: Quote, before: number, { gaps, type }: Measures): Block[] {
  const head: Block[] =
    author === ''
      ? []
      : [{ heading: HeadingLevel.HEADING_2, before, children: runs(author, { size: `${type.body}pt` }), glued: true }];
  const texts = paragraphs.map(
    (text, index): Block => ({ style: 'Quote', ...prose(text), before: index === 0 ? gaps.prose : gaps.paragraph }),
  );
  const blocks = [...head, ...texts];
  return staysTogether(paragraphs) ? together(blocks) : loosenLast(blocks);
}

function together(blocks: Block[]): Block[] {
  return loosenLast(blocks.map((block) => ({ ...block, keepLines: true, glued: true })));
}

/** The last paragraph is not glued to what comes after it. */
function loosenLast(blocks: Block[]): Block[] {
  return blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, glued: false } : block));
}
