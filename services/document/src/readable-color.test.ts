import fc from 'fast-check';
import { contrast, defaultAccent, readableColor } from './readable-color.ts';

describe('accent color', () => {
  test('keeps a readable color in three-digit and six-digit notation', () => {
    expect(readableColor('#1f4e79')).toBe('#1f4e79');
    expect(readableColor('#900')).toBe('#990000');
  });

  test('darkens every color until it is readable on white', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(hex, (color) => expect(contrast(readableColor(color), '#ffffff')).toBeGreaterThanOrEqual(4.5)),
    );
  });

  test('replaces an invalid color with the default', () => {
    for (const invalid of ['', 'red', '#12', '#1f4e79;background:url(http://x)', null])
      expect(readableColor(invalid)).toBe(defaultAccent);
  });
});
