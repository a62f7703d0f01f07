import * as fc from 'fast-check';
import { coverScale, fillFrame, reducedSize, zoomView } from './crop-view.ts';

const frame = { width: 256, height: 320 };
const edge = fc.integer({ min: 1, max: 8_000 });
const size = fc.record({ width: edge, height: edge });
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const anyView = fc.record({ scale: fc.double({ min: 1e-3, max: 1e3, noNaN: true }), x: number, y: number });

/** Returns whether the photo fills the frame, except for rounding. */
function covers({ scale, x, y }: { scale: number; x: number; y: number }, photo: { width: number; height: number }) {
  const [across, down] = [(photo.width * scale) / 2, (photo.height * scale) / 2];
  const near = 1e-6 * Math.max(1, across, down);
  return x - across <= near && y - down <= near && x + across >= frame.width - near && y + down >= frame.height - near;
}

test('the photo always fills the frame, wherever it is moved or zoomed', () => {
  fc.assert(
    fc.property(size, anyView, fc.double({ min: 0.1, max: 10, noNaN: true }), (photo, view, factor) => {
      const filled = fillFrame(view, photo, frame);
      expect(covers(filled, photo)).toBe(true);
      expect(covers(zoomView(filled, factor, photo, frame), photo)).toBe(true);
    }),
  );
});

test('a view in which the photo fills the frame stays as it is', () => {
  fc.assert(
    fc.property(size, anyView, (photo, view) => {
      const filled = fillFrame(view, photo, frame);
      const again = fillFrame(filled, photo, frame);
      for (const key of ['scale', 'x', 'y'] as const) expect(again[key]).toBeCloseTo(filled[key], 6);
    }),
  );
});

test('zooming keeps the middle of the frame in its place, up to eight times the smallest size', () => {
  const photo = { width: 512, height: 640 };
  const start = { scale: coverScale(photo, frame), x: 128, y: 160 };
  expect(zoomView(start, 2, photo, frame)).toEqual({ scale: 1, x: 128, y: 160 });
  expect(zoomView(start, 100, photo, frame).scale).toBe(8 * start.scale);
  expect(zoomView(start, 0.5, photo, frame)).toEqual(start);
});

test.each([
  [
    { width: 4_000, height: 1_000 },
    { width: 2_000, height: 500 },
  ],
  [
    { width: 10, height: 20 },
    { width: 10, height: 20 },
  ],
  [
    { width: 20_000, height: 1 },
    { width: 2_000, height: 1 },
  ],
])('a photo of %j is reduced to %j', (photo, reduced) => {
  expect(reducedSize(photo, 2_000)).toEqual(reduced);
});
