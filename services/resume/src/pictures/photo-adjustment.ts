/** Rotates a photo clockwise, then crops it. */
export type PhotoAdjustment = { rotation: (typeof rotations)[number]; crop: PhotoCrop | null };

/**
 * The part of a photo to keep, in the shape of photos in the templates. `zoom` is in percent: 100 for the largest part.
 * `x` and `y` are its position from 0 (left, top) to 1 (right, bottom).
 */
export type PhotoCrop = { zoom: number; x: number; y: number };

type Size = { width: number; height: number };

export const rotations = [0, 90, 180, 270] as const;
export const zoomLimits = { min: 100, max: 800 } as const;
export const unadjusted: PhotoAdjustment = { rotation: 0, crop: null };

/** The proportions of photos in the templates. */
const SHAPE: Size = { width: 4, height: 5 };

/** Returns the pixels of a photo that a crop keeps. */
export function croppedArea(photo: Size, { zoom, x, y }: PhotoCrop): Size & { left: number; top: number } {
  const scale = (Math.min(photo.width / SHAPE.width, photo.height / SHAPE.height) * 100) / zoom;
  const width = Math.max(1, Math.round(SHAPE.width * scale));
  const height = Math.max(1, Math.round(SHAPE.height * scale));
  return {
    left: Math.round((photo.width - width) * x),
    top: Math.round((photo.height - height) * y),
    width,
    height,
  };
}

/** Returns whether an adjustment leaves a photo of this size as it is. */
export function keepsPhoto(photo: Size, { rotation, crop }: PhotoAdjustment): boolean {
  const { width, height } = crop ? croppedArea(photo, crop) : photo;
  return rotation === 0 && width === photo.width && height === photo.height;
}
