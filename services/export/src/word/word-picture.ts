import type { Picture } from '@vitae/document/document-model';
import { pictureSize, type Size } from '@vitae/document/picture';
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

/** The photo, cropped to the frame as on the printed page. Undefined if its size is unknown. */
export function photoRun(picture: Picture, frame: Size): ImageRun | undefined {
  const size = pictureSize(picture);
  if (!size) return undefined;
  const widthRatio = size.width / size.height / (frame.width / frame.height);
  const crop = (share: number) => ((1 - 1 / share) / 2) * 100;
  return new ImageRun({
    ...content(picture, 'photo'),
    transformation: inPixels(frame),
    crop:
      widthRatio > 1
        ? { left: crop(widthRatio), right: crop(widthRatio) }
        : { top: crop(1 / widthRatio), bottom: crop(1 / widthRatio) },
  });
}

/** The logo at the end of its line, scaled down to the frame. Undefined if its size is unknown. */
export function logoRun(picture: Picture, { measures, rtl }: Theme): ImageRun | undefined {
  const size = pictureSize(picture);
  if (!size) return undefined;
  const real = { width: size.width / PIXELS_PER_MM, height: size.height / PIXELS_PER_MM };
  const scale = Math.min(1, measures.logo.width / real.width, measures.logo.height / real.height);
  const gap = 4 * EMU_PER_MM;
  return new ImageRun({
    ...content(picture, 'logo'),
    transformation: inPixels({ width: real.width * scale, height: real.height * scale }),
    floating: {
      horizontalPosition: {
        relative: HorizontalPositionRelativeFrom.COLUMN,
        align: rtl ? HorizontalPositionAlign.LEFT : HorizontalPositionAlign.RIGHT,
      },
      verticalPosition: { relative: VerticalPositionRelativeFrom.PARAGRAPH, offset: 0 },
      wrap: { type: TextWrappingType.SQUARE, side: TextWrappingSide.LARGEST },
      margins: rtl ? { right: gap } : { left: gap },
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
