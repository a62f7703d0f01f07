import { isolateText } from './isolate-text.ts';

describe('names in surrounding text', () => {
  test.each(['Ada', 'Zoë Müller', '山田', '<b>'])('are unchanged if they cannot reorder it: %s', (name) => {
    expect(isolateText(name)).toBe(name);
  });

  test.each(['\u202eevil', 'a\u200fb', 'שלום', 'مرحبا', '\u2067x'])('are isolated if they could: %j', (name) => {
    expect(isolateText(name)).toMatch(/^\u2068[^\u2066-\u2069]*\u2069$/);
  });

  test('cannot end the isolation early', () => {
    expect(isolateText('a\u2069\u202eb')).toBe('\u2068a\u202eb\u2069');
    expect(isolateText('\u2068a\u2069\u2069\u202eb\u2068')).toBe('\u2068a\u202eb\u2069');
  });

  test('may be part of a text that is isolated again', () => {
    expect(isolateText(`${isolateText('\u202eevil')} …abcd`)).toBe('\u2068\u2068\u202eevil\u2069 …abcd\u2069');
  });
});
