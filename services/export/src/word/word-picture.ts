import type { Picture } from '@vitae/document/document-model';
import { pictureSize, type Size } from '@vitae/document/picture-size';
import {
  HorizontalPositionAlign,
  HorizontalPositionRelativeFrom,
  ImageRun,
  TextWrappingSide,
  TextWrappingType,
  VerticalPositionRelativeFrom,
} from 'docx';
import type { Theme } from './theme.ts';

const PIXELS_PER_MM = 96 / 25.4;
const EMU_PER_MM = 36_000;
const TYPES = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' } as const;

const inPixels = ({ width, height }: Size) => ({ width: width * PIXELS_PER_MM, height: height * PIXELS_PER_MM });

/** Cut to the frame, as on the page, never stretched. */
export function photoRun(picture: Picture, frame: Size): ImageRun | undefined {
  const size = pictureSize(picture);
  if (!size) return undefined;
  const tooWide = size.width / size.height / (frame.width / frame.height);
  const cut = (share: number) => ((1 - 1 / share) / 2) * 100;
  return new ImageRun({
    ...content(picture, 'photo'),
    transformation: inPixels(frame),
    crop:
      tooWide > 1 ? { left: cut(tooWide), right: cut(tooWide) } : { top: cut(1 / tooWide), bottom: cut(1 / tooWide) },
  });
}

/** At the end of its line with the text beside it, as large as fits into the frame and never larger than it is. */
export function logoRun(picture: Picture, { measures, rtl: fromTheRight }: Theme): ImageRun | undefined {
  const size = pictureSize(picture);
  if (!size) return undefined;
  const real = { width: size.width / PIXELS_PER_MM, height: size.height / PIXELS_PER_MM };
  const scale = Math.min(1, measures.logo.width / real.width, measures.logo.height / real.height);
  const away = 4 * EMU_PER_MM;
  return new ImageRun({
    ...content(picture, 'logo'),
    transformation: inPixels({ width: real.width * scale, height: real.height * scale }),
    floating: {
      horizontalPosition: {
        relative: HorizontalPositionRelativeFrom.COLUMN,
        align: fromTheRight ? HorizontalPositionAlign.LEFT : HorizontalPositionAlign.RIGHT,
      },
      verticalPosition: { relative: VerticalPositionRelativeFrom.PARAGRAPH, offset: 0 },
      wrap: { type: TextWrappingType.SQUARE, side: TextWrappingSide.LARGEST },
      margins: fromTheRight ? { right: away } : { left: away },
    },
  });
}

function content({ contentType, bytes, description }: Picture, name: string) {
  return {
    type: TYPES[contentType],
    data: Buffer.from(bytes),
    altText: { name, description, title: description },
  };
}
