import type { DocumentModel } from '@vitae/document/document-model';
import { withFittingWords } from '@vitae/document/templates/fitting-words';
import { MM_PER_POINT, paperSize } from '@vitae/document/templates/measures';
import {
  Document,
  Footer,
  Header,
  type ISectionOptions,
  LineRuleType,
  Packer,
  PageNumber,
  Paragraph,
  type Table,
  TabStopType,
  TextRun,
} from 'docx';
import { pageDrop, type Theme, themeOf, twips, type WordOptions } from './theme.ts';
import { fontTable } from './word-fonts.ts';
import { headerBlocks } from './word-header.ts';
import { sectionBlocks } from './word-sections.ts';
import { sideBackground, withSideColumn } from './word-side-column.ts';
import { wordStyles } from './word-styles.ts';
import { runs } from './word-text.ts';

const FOOTER_GAP = 4;

/** Creates an editable Word document (Office Open XML) with styles, headings and lists. */
export async function wordDocument(original: DocumentModel, options: WordOptions = { modern: true }): Promise<Buffer> {
  const model = withFittingWords(original);
  const theme = themeOf(model, options);
  const { width, height } = paperSize[model.paper];
  const { margins, type } = theme.measures;
  const document = new Document({
    title: model.title,
    creator: model.author ?? '',
    lastModifiedBy: model.author ?? '',
    ...wordStyles(theme),
    sections: [
      {
        properties: {
          titlePage: true,
          page: {
            size: { width: twips(width), height: twips(height) },
            margin: {
              top: theme.bleedsAtTop ? 0 : twips(margins.top - pageDrop(theme)),
              bottom: twips(margins.bottom),
              left: twips(margins.side),
              right: twips(margins.side),
              header: theme.bleedsAtTop ? 0 : twips(margins.top / 2),
              footer: twips(margins.bottom - FOOTER_GAP - type.footer * 1.4 * MM_PER_POINT),
            },
          },
        },
        ...headersOf(theme),
        // The first page has no footer, as in the PDF.
        footers: { first: new Footer({ children: [] }), default: pageFooter(theme) },
        children: theme.template.side === null ? oneColumn(theme) : withSideColumn(theme),
      },
    ],
  });
  return Packer.toBuffer(document, undefined, [fontTable(theme)]);
}

function headersOf(theme: Theme): Pick<ISectionOptions, 'headers'> {
  if (theme.bleedsAtTop) return { headers: { default: blankHeader(theme.measures.margins.top - theme.drops.body) } };
  if (theme.palette.side === null || !theme.modern) return {};
  const background = () => new Header({ children: [new Paragraph({ children: [sideBackground(theme)] })] });
  return { headers: { first: background(), default: background() } };
}

/** An empty page header. Without a page margin, it keeps the text of the other pages below their edge. */
function blankHeader(height: number): Header {
  const spacing = { line: twips(height), lineRule: LineRuleType.EXACT };
  return new Header({ children: [new Paragraph({ spacing })] });
}

function oneColumn(theme: Theme): (Paragraph | Table)[] {
  return [...headerBlocks(theme), ...sectionBlocks(theme.model.sections, theme)];
}

function pageFooter(theme: Theme): Footer {
  const { model, measures } = theme;
  const end = paperSize[model.paper].width - 2 * measures.margins.side;
  const numbers = new TextRun({ children: ['\t', PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] });
  const tabStops = [{ type: TabStopType.RIGHT, position: twips(end) }];
  return new Footer({
    children: [
      new Paragraph({ style: 'PageFooter', tabStops, children: [...runs(model.header.name, theme), numbers] }),
    ],
  });
}
