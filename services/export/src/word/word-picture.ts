import type { Picture } from '@vitae/document/document-model';
import { pictureSize, type Size } from '@vitae/document/picture';
import { PIXELS_PER_MM } from '@vitae/document/templates/measures';
import { ImageRun } from 'docx';
import { type Theme, titlePictureHeight } from './theme.ts';

const TYPES = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' } as const;

export const inPixels = ({ width, height }: Size) => ({ width: width * PIXELS_PER_MM, height: height * PIXELS_PER_MM });

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

/** The logo in the line of the title, scaled down to the frame. Undefined if its size is unknown. */
export function logoRun(picture: Picture, theme: Theme): ImageRun | undefined {
  const { logo } = theme.measures;
  const size = pictureSize(picture);
  if (!size) return undefined;
  const real = { width: size.width / PIXELS_PER_MM, height: size.height / PIXELS_PER_MM };
  const scale = Math.min(1, logo.width / real.width, Math.min(logo.height, titlePictureHeight(theme)) / real.height);
  return new ImageRun({
    ...content(picture, 'logo'),
    transformation: inPixels({ width: real.width * scale, height: real.height * scale }),
  });
}

function content({ contentType, bytes, description }: Picture, name: string) {
  return {
    type: TYPES[contentType],
    data: Buffer.from(bytes),
    altText: { name, description, title: description },
  };
}
