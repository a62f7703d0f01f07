import fc from 'fast-check';
import { contrast, readableColor } from '../readable-color.ts';
import { accentOnDark, accentOnPaper, grounds } from './page-colors.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('the accent of a page', () => {
  test('can be read on every ground of both schemes, whatever its owner chose', () => {
    fc.assert(
      fc.property(color, (chosen) => {
        const accent = readableColor(chosen);
        for (const ground of Object.values(grounds.light))
          expect(contrast(accentOnPaper(accent), ground)).toBeGreaterThanOrEqual(4.5);
        for (const ground of Object.values(grounds.dark))
          expect(contrast(accentOnDark(accent), ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast('#ffffff', accentOnPaper(accent))).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  test('stays as it was chosen where it can be read already', () => {
    expect(accentOnPaper('#7a1f4b')).toBe('#7a1f4b');
    expect(accentOnDark('#ffffff')).toBe('#ffffff');
  });
});
