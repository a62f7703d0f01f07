import { AlignmentType, type IParagraphOptions, Paragraph } from 'docx';
import { type Theme, twips } from './theme.ts';
import { isRightToLeft, runs } from './word-text.ts';

/** A paragraph before it is made: `before` in millimetres, `glued` to the next one on the same page. */
export type Block = Omit<IParagraphOptions, 'spacing' | 'keepNext'> & { before?: number; glued?: boolean };

export function paragraph({ before = 0, glued = false, ...rest }: Block, { rtl: fromTheRight }: Theme): Paragraph {
  const own = rest.bidirectional ?? fromTheRight;
  return new Paragraph({
    bidirectional: fromTheRight,
    // A paragraph that reads the other way stays on the side of the document.
    ...(own === fromTheRight ? {} : { alignment: own ? AlignmentType.LEFT : AlignmentType.RIGHT }),
    widowControl: true,
    ...rest,
    spacing: { before: twips(before) },
    // The style of a heading keeps it with what follows: one that ends its section says that it does not.
    ...(glued || rest.heading !== undefined ? { keepNext: glued } : {}),
  });
}

export function prose(text: string): Block {
  return { children: runs(text), ...ownDirection(text) };
}

/** A text reads in its own direction, that of most of its letters. */
export function ownDirection(text: string): Block {
  return /\p{L}/u.test(text) ? { bidirectional: isRightToLeft(text) } : {};
}

export function together(blocks: Block[]): Block[] {
  return loosenLast(blocks.map((block) => ({ ...block, keepLines: true, glued: true })));
}

/** The last paragraph is not glued to what comes after it. */
export function loosenLast(blocks: Block[]): Block[] {
  return blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, glued: false } : block));
}
