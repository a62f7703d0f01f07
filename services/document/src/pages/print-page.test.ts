import fc from 'fast-check';
import { buildDocument } from '../build-document.ts';
import { sampleSource } from '../sample-source.ts';
import { cssString } from '../templates/style-sheet.ts';
import { renderPrintPage } from './print-page.tsx';

const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)></style></title>`;

describe('printed page', () => {
  test('has a title, a language, a direction and one level-one heading before the others', () => {
    const html = renderPrintPage(buildDocument(sampleSource({ culture: 'en_UK' }), 0));
    expect(html).toMatch(/^<!doctype html><html lang="en-GB" dir="ltr">/);
    expect(html).toContain('<title>Jane Developer – Full Stack Software Engineer</title>');
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html.indexOf('<h1>')).toBeLessThan(html.indexOf('<h2>'));
  });

  test('escapes markup in every field', () => {
    const source = sampleSource({ displayName: hostile });
    const everywhere = JSON.parse(JSON.stringify(source), (key, value: unknown) =>
      typeof value === 'string' && !['id', 'color', 'contentType', 'base64', 'culture', 'isoCode'].includes(key)
        ? hostile
        : value,
    ) as typeof source;
    const html = renderPrintPage(buildDocument(everywhere, 0));
    expect(html).not.toMatch(/<script|<img src=x/);
    expect(html.match(/<\/style>/g)).toHaveLength(1);
    expect(html.match(/<\/title>/g)).toHaveLength(1);
  });

  test('escapes every text that could terminate a CSS string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cssString(text.toWellFormed()).slice(1, -1)).not.toMatch(/["'<>{};\n\r]|\\(?![0-9a-f]{1,6} )/);
      }),
    );
  });
});
