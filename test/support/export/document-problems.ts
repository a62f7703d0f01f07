import { documentTexts } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { isWellFilled } from '@vitae/document/fitting/choose-layout';
import { templateById } from '@vitae/document/templates/templates';
import type { PageLayout } from '@vitae/proto/export-job';
import { missingGlyphs, normalized, pageLines } from './read-pdf.ts';

const MAX_LINE_LENGTH = 95;
const withoutSpace = (text: string) => text.replace(/\s/g, '');
const graphemes = new Intl.Segmenter();

type ShownModel = Pick<DocumentModel, 'header' | 'sections' | 'template'>;

/**
 * Returns the lines that are too long, that consist of a level, or that start or end with a separator. Lines of texts and
 * lists may end with a comma, and the title of the owner may contain any character.
 */
export function misprintedLines(lines: string[], { header, sections, template }: ShownModel): string[] {
  const levels = sections.flatMap((section) => (section.content === 'groups' ? section.groups : []));
  // pdftotext reads a heading in the margin and the text beside it as one line.
  const headings = templateById(template).heading === 'margin' ? sections.map(({ heading }) => `${heading} `) : [];
  const isMisprinted = (line: string) =>
    [...graphemes.segment(line)].length > MAX_LINE_LENGTH ||
    levels.some(({ level }) => line === level) ||
    (/^[·|–,、]|[·|–]$/.test(line) && !withoutSpace(header.title ?? '').includes(withoutSpace(line)));
  return lines
    .map((line) => line.slice(headings.find((heading) => line.startsWith(heading))?.length ?? 0))
    .filter(isMisprinted);
}

/** Returns the first text of the document that does not follow the texts before it. */
export function firstMisplaced(lines: string[], model: ShownModel): string | undefined {
  const text = normalized(lines.join('\n'));
  let from = 0;
  return documentTexts(model).find((part) => {
    const at = text.indexOf(normalized(part), from);
    if (at >= 0) from = at + normalized(part).length;
    return at < 0;
  });
}

/**
 * Returns what is wrong with a printed CV: badly filled pages, misprinted lines, missing glyphs, and texts in another order
 * than in the document. PDFs contain right-to-left text in visual order, so its lines are not read.
 */
export function documentProblems(file: Buffer, model: DocumentModel, layout: PageLayout): string[] {
  const lines = model.direction === 'rtl' ? null : pageLines(file, model.header.name, '-raw').flat();
  const misplaced = lines && firstMisplaced(lines, model);
  const missing = missingGlyphs(file);
  return [
    ...(isWellFilled(layout.fill) ? [] : [`step ${layout.densityStep}, pages filled ${layout.fill.join(', ')}`]),
    ...misprintedLines(lines ?? [], model).map((line) => `misprinted line "${line}"`),
    ...(missing === 0 ? [] : [`${missing} missing glyphs`]),
    ...(misplaced ? [`not in order: "${misplaced}"`] : []),
  ];
}
