import type { DocumentModel, Picture } from '@vitae/document/document-model';
import { pictureSize } from '@vitae/document/picture-size';
import type { Measures } from '@vitae/document/templates/measures';
import {
  BorderStyle,
  HeadingLevel,
  type IBorderOptions,
  ImageRun,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from 'docx';
import { CALM, colorOf, twips } from './word-styles.ts';
import { dotted, linkedRuns, runs } from './word-text.ts';

const PAGE_WIDTH = { A4: 210, Letter: 215.9 };
const PIXELS_PER_MM = 96 / 25.4;

/** Name, title and contacts above a line, with the photo beside them. */
export function headerBlocks(model: DocumentModel, measures: Measures): (Paragraph | Table)[] {
  const { photo } = model.header;
  const picture = photo && pictureRun(photo, measures.photo);
  const line: IBorderOptions = { style: BorderStyle.SINGLE, size: 12, color: colorOf(model.accent) };
  if (!picture) return headerParagraphs(model, { ...line, space: 11 });
  return [besidePhoto(headerParagraphs(model), picture, line, model, measures)];
}

/** The last of them carries the line. */
function headerParagraphs({ header, direction }: DocumentModel, line?: IBorderOptions): Paragraph[] {
  const bidirectional = direction === 'rtl';
  const items = [...header.contacts, ...header.facts.map((text) => ({ text, href: null }))];
  const parts = [
    { heading: HeadingLevel.TITLE, children: runs(header.name) },
    ...(header.title === null ? [] : [{ style: 'PersonTitle', children: runs(header.title) }]),
    ...(items.length === 0
      ? []
      : [{ style: 'Contacts', children: dotted(items.map((item) => linkedRuns(item, { color: CALM }))) }]),
  ];
  return parts.map(
    (part, index) =>
      new Paragraph({
        ...part,
        bidirectional,
        ...(line && index === parts.length - 1 ? { border: { bottom: line } } : {}),
      }),
  );
}

function besidePhoto(
  text: Paragraph[],
  picture: ImageRun,
  line: IBorderOptions,
  model: DocumentModel,
  measures: Measures,
): Table {
  const width = PAGE_WIDTH[model.paper] - 2 * measures.margins.side;
  const columns = [width - measures.photo.width - 8, measures.photo.width + 8].map(twips) as [number, number];
  const none: IBorderOptions = { style: BorderStyle.NONE, size: 0, color: 'auto' };
  const borders = { top: none, left: none, right: none, bottom: line };
  const cell = (children: Paragraph[], index: 0 | 1) =>
    new TableCell({
      children,
      borders,
      width: { size: columns[index], type: WidthType.DXA },
      margins: { left: 0, right: 0, bottom: twips(4) },
    });
  const photo = new Paragraph({ alignment: model.direction === 'rtl' ? 'left' : 'right', children: [picture] });
  return new Table({
    layout: TableLayoutType.FIXED,
    visuallyRightToLeft: model.direction === 'rtl',
    width: { size: twips(width), type: WidthType.DXA },
    columnWidths: columns,
    borders: { ...borders, insideHorizontal: none, insideVertical: none },
    rows: [new TableRow({ cantSplit: true, children: [cell(text, 0), cell([photo], 1)] })],
  });
}

/** Cut to the frame, as on the page, never stretched. */
function pictureRun(picture: Picture, frame: { width: number; height: number }): ImageRun | undefined {
  const size = pictureSize(picture);
  if (!size) return undefined;
  const tooWide = size.width / size.height / (frame.width / frame.height);
  const cut = (share: number) => ((1 - 1 / share) / 2) * 100;
  const type = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' } as const;
  return new ImageRun({
    type: type[picture.contentType],
    data: Buffer.from(picture.bytes),
    transformation: { width: frame.width * PIXELS_PER_MM, height: frame.height * PIXELS_PER_MM },
    crop:
      tooWide > 1 ? { left: cut(tooWide), right: cut(tooWide) } : { top: cut(1 / tooWide), bottom: cut(1 / tooWide) },
    altText: { name: 'photo', description: picture.description, title: picture.description },
  });
}
