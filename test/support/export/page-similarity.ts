/** A picture in shades of gray, row by row from 0 (black) to 255 (white). */
export type GrayImage = { width: number; height: number; pixels: Float32Array };

/** Reads a picture as `pdftoppm -gray` writes it: PGM with one byte for each pixel. */
export function readPgm(file: Buffer): GrayImage {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64));
  if (!header) throw new Error('This is no PGM file');
  const [width, height] = [Number(header[1]), Number(header[2])];
  const pixels = Float32Array.from(file.subarray(header[0].length, header[0].length + width * height));
  return { width, height, pixels };
}

// Jest intercepts each access to a global, which is too slow for the inner loop.
const { min, max } = Math;

// Constants and window of Wang et al., Image Quality Assessment (2004).
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;
const WINDOW = 11;
const WINDOW_SIGMA = 1.5;

/**
 * Returns the mean structural similarity (SSIM) of two pictures, from 0 to 1, of the windows in which one of them is not
 * blank: blank paper is alike in all pages. `blur` is the standard deviation in pixels of a blur before the comparison.
 */
export function similarity(first: GrayImage, second: GrayImage, blur: number): number {
  const size = { width: Math.max(first.width, second.width), height: Math.max(first.height, second.height) };
  const [a, b] = [first, second].map((image) => smooth(padded(image, size), blur, 2 * Math.ceil(3 * blur) + 1));
  if (!a || !b) return 0;
  const mean = (map: (at: number) => number) =>
    smooth({ ...size, pixels: a.pixels.map((_, at) => map(at)) }, WINDOW_SIGMA, WINDOW).pixels;
  const value = (image: GrayImage, at: number) => image.pixels[at] ?? 0;
  const [meanA, meanB] = [mean((at) => value(a, at)), mean((at) => value(b, at))];
  const [squareA, squareB] = [mean((at) => value(a, at) ** 2), mean((at) => value(b, at) ** 2)];
  const product = mean((at) => value(a, at) * value(b, at));
  let [sum, windows] = [0, 0];
  for (let at = 0; at < product.length; at += 1) {
    const [ma = 0, mb = 0] = [meanA[at], meanB[at]];
    const [varianceA, varianceB] = [(squareA[at] ?? 0) - ma * ma, (squareB[at] ?? 0) - mb * mb];
    if (varianceA < 1 && varianceB < 1 && Math.abs(ma - mb) < 1) continue;
    const covariance = (product[at] ?? 0) - ma * mb;
    sum += ((2 * ma * mb + C1) * (2 * covariance + C2)) / ((ma * ma + mb * mb + C1) * (varianceA + varianceB + C2));
    windows += 1;
  }
  return windows === 0 ? 1 : sum / windows;
}

/** Extends a picture with white, because paper sizes are rounded to pixels. */
function padded(image: GrayImage, { width, height }: { width: number; height: number }): GrayImage {
  const pixels = new Float32Array(width * height).fill(255);
  for (let row = 0; row < image.height; row += 1)
    pixels.set(image.pixels.subarray(row * image.width, (row + 1) * image.width), row * width);
  return { width, height, pixels };
}

/** Blurs a picture with a Gaussian window, first its rows, then its columns. The edges are repeated. */
function smooth({ width, height, pixels }: GrayImage, sigma: number, window: number): GrayImage {
  if (sigma === 0) return { width, height, pixels };
  const half = (window - 1) / 2;
  const weights = Float32Array.from({ length: window }, (_, index) =>
    Math.exp(-((index - half) ** 2) / (2 * sigma * sigma)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const pass = (source: Float32Array, step: number, line: number, lines: number, length: number) => {
    const target = new Float32Array(source.length);
    const extended = new Float32Array(length + 2 * half);
    for (let row = 0; row < lines; row += 1) {
      for (let at = 0; at < extended.length; at += 1)
        extended[at] = source[row * line + min(length - 1, max(0, at - half)) * step] ?? 0;
      for (let at = 0; at < length; at += 1) {
        let sum = 0;
        for (let index = 0; index < window; index += 1) sum += (weights[index] ?? 0) * (extended[at + index] ?? 0);
        target[row * line + at * step] = sum / total;
      }
    }
    return target;
  };
  return { width, height, pixels: pass(pass(pixels, 1, width, height, width), width, 1, width, height) };
}
