import type { DocumentModel } from '@vitae/document/document-model';
import type { Measures } from '@vitae/document/templates/measures';
import { templateOf } from '@vitae/document/templates/template';
import { Document, Footer, Packer, PageNumber, Paragraph, TabStopType, TextRun } from 'docx';
import { headerBlocks } from './word-header.ts';
import { sectionBlocks } from './word-sections.ts';
import { twips, wordStyles } from './word-styles.ts';
import { runs } from './word-text.ts';

const PAPER = { A4: { width: 210, height: 297 }, Letter: { width: 215.9, height: 279.4 } };

/** A Word document (Office Open XML) that a person can edit: styles, headings and lists, no pictures of text. */
export async function wordDocument(model: DocumentModel): Promise<Buffer> {
  const { measures } = templateOf(model);
  const { width, height } = PAPER[model.paper];
  const { top, side, bottom } = measures.margins;
  const document = new Document({
    title: model.title,
    creator: model.author ?? '',
    lastModifiedBy: model.author ?? '',
    ...wordStyles(model, measures),
    sections: [
      {
        properties: {
          titlePage: true,
          page: {
            size: { width: twips(width), height: twips(height) },
            margin: {
              top: twips(top),
              bottom: twips(bottom),
              left: twips(side),
              right: twips(side),
              footer: twips(7),
              header: twips(7),
            },
          },
        },
        // The first page has no number, as in the PDF.
        footers: { first: new Footer({ children: [] }), default: pageFooter(model, measures) },
        children: [...headerBlocks(model, measures), ...sectionBlocks(model, measures)],
      },
    ],
  });
  return Packer.toBuffer(document);
}

function pageFooter(model: DocumentModel, { margins }: Measures): Footer {
  const end = PAPER[model.paper].width - 2 * margins.side;
  const numbers = new TextRun({ children: ['\t', PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] });
  const tabStops = [{ type: TabStopType.RIGHT, position: twips(end) }];
  return new Footer({
    children: [new Paragraph({ style: 'PageFooter', tabStops, children: [...runs(model.header.name), numbers] })],
  });
}
