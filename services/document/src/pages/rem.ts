import { POINTS_PER_MM } from '../templates/measures.ts';

/** Ten points on paper are 1.1 rem, usually 17.6 pixels, on a screen. */
export const REM_PER_POINT = 0.11;

/** Returns a type size in points as a CSS length for screens. */
export function sizeOf(points: number): string {
  return `${Number((points * REM_PER_POINT).toFixed(3))}rem`;
}

/** Returns a length in millimetres as a CSS length for screens. */
export function measureOf(millimetres: number): string {
  return sizeOf(millimetres * POINTS_PER_MM);
}
