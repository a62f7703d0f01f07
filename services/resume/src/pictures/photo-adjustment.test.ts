import * as fc from 'fast-check';
import { croppedArea, keepsPhoto, zoomLimits } from './photo-adjustment.ts';

const edge = fc.integer({ min: 1, max: 10_000 });
const photo = fc.record({ width: edge, height: edge });
const position = fc.double({ min: 0, max: 1, noNaN: true });
const crop = fc.record({ zoom: fc.integer(zoomLimits), x: position, y: position });

test.each([
  [
    { zoom: 100, x: 0.5, y: 0.5 },
    { left: 200, top: 0, width: 400, height: 500 },
  ],
  [
    { zoom: 100, x: 0, y: 1 },
    { left: 0, top: 0, width: 400, height: 500 },
  ],
  [
    { zoom: 200, x: 1, y: 0 },
    { left: 600, top: 0, width: 200, height: 250 },
  ],
  [
    { zoom: 200, x: 0.5, y: 1 },
    { left: 300, top: 250, width: 200, height: 250 },
  ],
])('the crop %j of a photo of 800 × 500 pixels keeps %j', (chosen, area) => {
  expect(croppedArea({ width: 800, height: 500 }, chosen)).toEqual(area);
});

test('a crop keeps at least one pixel, and none outside the photo', () => {
  fc.assert(
    fc.property(photo, crop, (size, chosen) => {
      const { left, top, width, height } = croppedArea(size, chosen);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
      expect(left + width).toBeLessThanOrEqual(size.width);
      expect(top + height).toBeLessThanOrEqual(size.height);
    }),
  );
});

test('a photo that was cropped to the shape of the templates is not cropped again', () => {
  fc.assert(
    fc.property(photo, position, (size, x) => {
      const largest = { zoom: 100, x, y: x };
      expect(keepsPhoto(croppedArea(size, largest), { rotation: 0, crop: largest })).toBe(true);
    }),
  );
});
