import fc from 'fast-check';
import { contrast, readableColor } from '../readable-color.ts';
import { accentOnDark, accentOnPaper, backgrounds } from './page-styles.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('accent color of a web page', () => {
  test('is readable on every background of both color schemes', () => {
    fc.assert(
      fc.property(color, (chosen) => {
        const accent = readableColor(chosen);
        for (const background of Object.values(backgrounds.light))
          expect(contrast(accentOnPaper(accent), background)).toBeGreaterThanOrEqual(4.5);
        for (const background of Object.values(backgrounds.dark))
          expect(contrast(accentOnDark(accent), background)).toBeGreaterThanOrEqual(4.5);
        expect(contrast('#ffffff', accentOnPaper(accent))).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  test('is not changed when it is already readable', () => {
    expect(accentOnPaper('#7a1f4b')).toBe('#7a1f4b');
    expect(accentOnDark('#ffffff')).toBe('#ffffff');
  });
});
