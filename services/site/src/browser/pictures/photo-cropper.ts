import type { CropperCanvas, CropperImage } from 'cropperjs';
import 'cropperjs';
import { coverScale, fillFrame, type Size, type View, zoomView } from './crop-view.ts';
import { drawPicture, toFile, toJpegUrl } from './draw-picture.ts';

/** Larger photos are reduced first, because phones have little memory. */
const MAX_EDGE = 2_000;
/** The resume service stores photos with at most 800 pixels. */
const MAX_RESULT = { width: 640, height: 800 };
const TOLERANCE = 1e-6;

export type PhotoCropper = Awaited<ReturnType<typeof openCropper>>;

/** Shows a photo, rotated by quarter turns, in a frame that it always fills. Pointers are handled by Cropper.js. */
export async function openCropper(area: HTMLElement, bitmap: ImageBitmap, turns: number, onChange: () => void) {
  // On white where it is transparent.
  const drawn = drawPicture(bitmap, { maxEdge: MAX_EDGE, turns, background: '#ffffff' });
  const photo: Size = { width: drawn.width, height: drawn.height };
  area.innerHTML =
    '<cropper-canvas><cropper-image scalable translatable initial-fit="cover"></cropper-image>' +
    '<cropper-handle action="move" plain></cropper-handle></cropper-canvas>';
  const canvas = area.firstElementChild as CropperCanvas;
  const image = canvas.firstElementChild as CropperImage;
  const frame = (): Size => ({ width: canvas.offsetWidth, height: canvas.offsetHeight });
  const viewOf = ([scale = 1, , , , x = 0, y = 0]: number[]): View => ({
    scale,
    x: x + photo.width / 2,
    y: y + photo.height / 2,
  });
  const view = () => viewOf(image.$getTransform());
  const place = (wanted: View) => {
    const { scale, x, y } = fillFrame(wanted, photo, frame());
    image.$setTransform([scale, 0, 0, scale, x - photo.width / 2, y - photo.height / 2]);
    onChange();
  };
  image.addEventListener('transform', (event) => {
    const wanted = viewOf((event as CustomEvent<{ matrix: number[] }>).detail.matrix);
    const allowed = fillFrame(wanted, photo, frame());
    const isAllowed = (['scale', 'x', 'y'] as const).every((key) => Math.abs(allowed[key] - wanted[key]) < TOLERANCE);
    if (isAllowed) return;
    event.preventDefault();
    place(allowed);
  });
  image.setAttribute('alt', area.getAttribute('aria-label') ?? '');
  image.setAttribute('src', toJpegUrl(drawn));
  await image.$ready();
  const { width, height } = frame();
  place({ scale: 0, x: width / 2, y: height / 2 });

  return {
    move: (right: number, down: number) => {
      const { scale, x, y } = view();
      place({ scale, x: x + right, y: y + down });
    },
    zoom: (factor: number) => place(zoomView(view(), factor, photo, frame())),
    /** How much larger the photo is than it has to be to fill the frame, in percent. */
    percent: () => Math.round((view().scale / coverScale(photo, frame())) * 100),
    /** Returns the visible part of the photo as a JPEG file. */
    crop: async (): Promise<File> => {
      const width = Math.max(1, Math.round(Math.min(MAX_RESULT.width, frame().width / view().scale)));
      const result = await canvas.$toCanvas({ width, height: (width * MAX_RESULT.height) / MAX_RESULT.width });
      return toFile(result, { name: 'photo.jpg', type: 'image/jpeg' });
    },
  };
}
