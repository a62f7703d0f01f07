import fc from 'fast-check';
import { contrast, defaultAccent, readableColor } from './readable-color.ts';

describe('the colour of a CV', () => {
  test('a readable one is kept, short or long', () => {
    expect(readableColor('#1f4e79')).toBe('#1f4e79');
    expect(readableColor('#900')).toBe('#990000');
  });

  test('any colour can be read on white', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(hex, (color) => expect(contrast(readableColor(color), '#ffffff')).toBeGreaterThanOrEqual(4.5)),
    );
  });

  test('what is no colour, or more than one, is the default', () => {
    for (const wrong of ['', 'red', '#12', '#1f4e79;background:url(http://x)', null])
      expect(readableColor(wrong)).toBe(defaultAccent);
  });
});
