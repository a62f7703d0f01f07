import fc from 'fast-check';
import { plainLine, plainParagraphs, plainPoints } from './plain-text.ts';

describe('text as a document may show it', () => {
  test('what could reorder or break a line is gone, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = plainLine(text);
        expect(line.isWellFormed()).toBe(true);
        expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffd]/u);
        expect(plainLine(line)).toBe(line);
      }),
    );
  });

  test('a lone surrogate, a control or an override leaves the words around it', () => {
    expect(plainLine('a\ud800b \u202Ecod\u0000e')).toBe('ab code');
  });

  test('joiners stay, for emoji and for Persian', () => {
    expect(plainLine('👩🏽‍💻 می‌خواهم')).toBe('👩🏽‍💻 می‌خواهم');
  });

  test('paragraphs and points lose empty lines, points their signs', () => {
    expect(plainParagraphs('one\r\n\r\n two \u2028three')).toEqual(['one', 'two', 'three']);
    expect(plainPoints('- one\n• two\n-3 degrees')).toEqual(['one', 'two', '-3 degrees']);
  });
});
