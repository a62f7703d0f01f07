import { staysTogether } from '@vitae/document/page-breaks';
import { directionOfParagraph } from '@vitae/document/writing-system';
import { AlignmentType, type IParagraphOptions, Paragraph } from 'docx';
import { withoutLoneWord } from './line-breaks.ts';
import { type Theme, twips } from './theme.ts';
import { runs } from './word-text.ts';

/**
 * A paragraph. `before` and `after` are the spaces above and below it in millimeters, `keepWithNext` prevents a page break
 * after it. `splits`: allows page breaks in and after it, whatever its style says.
 */
export type Block = Omit<IParagraphOptions, 'spacing' | 'keepNext'> & {
  before?: number;
  after?: number;
  keepWithNext?: boolean;
  splits?: boolean;
};

export function paragraph(
  { before = 0, after, keepWithNext = false, splits = false, ...rest }: Block,
  { rtl, inSideColumn }: Theme,
): Paragraph {
  const own = rest.bidirectional ?? rtl;
  return new Paragraph({
    bidirectional: rtl,
    // A paragraph of the other direction is aligned like the document.
    ...(own === rtl ? {} : { alignment: own ? AlignmentType.LEFT : AlignmentType.RIGHT }),
    widowControl: true,
    // The styles have the indents of the other column.
    ...(inSideColumn && rest.numbering === undefined ? { indent: { start: 0, end: 0 } } : {}),
    ...rest,
    spacing: {
      before: twips(before),
      ...(after === undefined ? {} : { after: twips(after) }),
    },
    // The heading style keeps a heading with the next paragraph, so the last heading of a section overrides it.
    ...(keepWithNext || rest.heading !== undefined ? { keepNext: keepWithNext } : {}),
    ...(splits ? { keepNext: false, keepLines: false } : {}),
  });
}

/** Running text. `indent` is the space before its lines in millimeters. */
export function prose(text: string, theme: Theme, indent = 0): Block {
  const { grid, measures } = theme;
  const line = { width: grid.end - grid.start - indent, size: measures.type.body };
  const children = runs(withoutLoneWord(text, line, theme), theme);
  return { style: 'EntryText', children, ...ownDirection(text), ...splitting(text) };
}

/**
 * Allows page breaks in a long paragraph. LibreOffice needs minutes to lay out a page on which paragraphs that must stay
 * together do not fit.
 */
export function splitting(...texts: string[]): Pick<Block, 'splits'> {
  return staysTogether(texts) ? {} : { splits: true };
}

/** Sets the direction of the first letter, as in the PDF. */
export function ownDirection(text: string): Block {
  const direction = directionOfParagraph(text);
  return direction === undefined ? {} : { bidirectional: direction === 'rtl' };
}

/** Keeps all blocks on one page. */
export function keepTogether(blocks: Block[]): Block[] {
  return releaseLast(blocks.map((block) => ({ ...block, keepLines: true, keepWithNext: true })));
}

/** Allows a page break after the last block. */
export function releaseLast(blocks: Block[]): Block[] {
  return blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, keepWithNext: false } : block));
}
