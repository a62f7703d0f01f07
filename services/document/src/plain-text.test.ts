import fc from 'fast-check';
import { plainLine, plainParagraphs, plainPoints } from './plain-text.ts';

describe('plain text', () => {
  test('removes every character that could reorder or break a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = plainLine(text);
        expect(line.isWellFormed()).toBe(true);
        expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffd]/u);
        expect(plainLine(line)).toBe(line);
      }),
    );
  });

  test('removes lone surrogates, controls and overrides without the words around them', () => {
    expect(plainLine('a\ud800b \u202Ecod\u0000e')).toBe('ab code');
  });

  test('keeps the joiners of emoji and Persian', () => {
    expect(plainLine('👩🏽‍💻 می‌خواهم')).toBe('👩🏽‍💻 می‌خواهم');
  });

  test('removes empty lines and the bullets of list items', () => {
    expect(plainParagraphs('one\r\n\r\n two \u2028three')).toEqual(['one', 'two', 'three']);
    expect(plainPoints('- one\n• two\n-3 degrees')).toEqual(['one', 'two', '-3 degrees']);
  });
});
