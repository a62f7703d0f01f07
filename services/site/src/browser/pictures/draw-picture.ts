import { reducedSize } from './crop-view.ts';

/** The resume service stores pictures with at most 800 pixels. */
const MAX_EDGE = 800;
const MAX_BYTES = 1_000_000;
const QUALITY = 0.92;

type DrawOptions = {
  /** The longest edge of the result in pixels. Smaller pictures keep their size. */
  maxEdge: number;
  /** Quarter turns to the right. */
  turns?: number;
  /** The color behind transparent parts. */
  background?: string;
};

/** Draws a picture, reduced and rotated. */
export function drawPicture(bitmap: ImageBitmap, { maxEdge, turns = 0, background }: DrawOptions): HTMLCanvasElement {
  const { width, height } = reducedSize(bitmap, maxEdge);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, turns % 2 ? { width: height, height: width } : { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser cannot draw the picture.');
  context.imageSmoothingQuality = 'high';
  if (background) {
    context.fillStyle = background;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  return canvas;
}

export const toJpegUrl = (canvas: HTMLCanvasElement): string => canvas.toDataURL('image/jpeg', QUALITY);

export async function toFile(
  canvas: HTMLCanvasElement,
  { name, type }: { name: string; type: 'image/jpeg' | 'image/png' },
): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (!blob) throw new Error('The browser cannot encode the picture.');
  return new File([blob], name, { type });
}

/** Returns the file, or a smaller copy of it. Fails if the browser cannot read the picture. */
export async function reducePicture(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file);
  try {
    if (Math.max(bitmap.width, bitmap.height) <= MAX_EDGE && file.size <= MAX_BYTES) return file;
    // Other formats than JPEG may be transparent.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png';
    return await toFile(drawPicture(bitmap, { maxEdge: MAX_EDGE }), { name: file.name, type });
  } finally {
    bitmap.close();
  }
}
