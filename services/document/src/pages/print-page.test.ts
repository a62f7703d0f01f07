import type { ExportSource } from '@vitae/proto/export-source';
import { hindiSource } from '@vitae/test/support/document/devanagari';
import { blockTexts, displayedBlocks, displayedSource } from '@vitae/test/support/document/displayed-blocks';
import { chineseSource, koreanSource } from '@vitae/test/support/document/east-asian';
import { arabicSource, hebrewSource } from '@vitae/test/support/document/right-to-left';
import fc from 'fast-check';
import { buildDocument } from '../build-document.ts';
import { sampleSource } from '../sample-source.ts';
import { cssString } from '../templates/style-sheet.ts';
import { templateIds } from '../templates/templates.ts';
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

  test('has the name in the footer where lines start, and the number of the page where they end', () => {
    const footerOf = (source: ExportSource) => {
      const html = renderPrintPage(buildDocument(source, 0));
      return Array.from(html.matchAll(/@bottom-(\w+) \{ content: (counter)?[^}]*direction: (\w+)/g), (match) =>
        match.slice(1),
      );
    };
    expect(footerOf(sampleSource())).toEqual([
      ['left', undefined, 'ltr'],
      ['right', 'counter', 'ltr'],
    ]);
    expect(footerOf(arabicSource())).toEqual([
      ['right', undefined, 'rtl'],
      ['left', 'counter', 'rtl'],
    ]);
  });

  test('can break an address after a slash', () => {
    const html = renderPrintPage(buildDocument(sampleSource(), 0));
    expect(html).toContain('>vitae.example.com/<wbr/>p/<wbr/>jane/<wbr/>main</a>');
  });

  test('spaces Arabic, Hebrew and Hindi words as their own fonts do', () => {
    const spacing = (source: ExportSource) => {
      const model = buildDocument({ ...source, printDisplay: { ...source.printDisplay, id: 'modern' } }, 0);
      return /word-spacing: ([^;]+);/.exec(renderPrintPage(model))?.[1];
    };
    const sources = [arabicSource(), hebrewSource(), hindiSource(), sampleSource()];
    expect(sources.map(spacing)).toEqual(['0.034em', '0.044em', '0.034em', undefined]);
  });

  test('separates the lines of a Thai name, whose marks extend above and below its letters', () => {
    const leadingOf = (displayName: string) => {
      const { printDisplay, ...source } = sampleSource({ displayName });
      const model = buildDocument({ ...source, printDisplay: { ...printDisplay, id: 'sidebar' } }, 0);
      const [, size, line] = /h1 \{ font-size: ([\d.]+)pt; line-height: ([\d.]+)pt/.exec(renderPrintPage(model)) ?? [];
      return Number(line) / Number(size);
    };
    expect(leadingOf('กุลธิดา วงศ์ทองคำ')).toBeCloseTo(1.5, 1);
    expect(leadingOf('Jane Developer')).toBeCloseTo(1.22, 1);
  });

  test('continues a line after a long fact, but does not break a short one', () => {
    const html = (company: string) => {
      const { cv, ...source } = sampleSource();
      const experience = cv.experiences.experience.map((one) => ({ ...one, company }));
      return renderPrintPage(buildDocument({ ...source, cv: { ...cv, experiences: { experience } } }, 0));
    };
    const fact = (company: string) => `<span class="organisation"><span dir="ltr">${company}</span></span>`;
    const [short, long] = ['x'.repeat(60), 'x'.repeat(61)];
    expect(html(short)).toContain(`<span class="item">${fact(short)}`);
    expect(html(long)).toContain(`<span>${fact(long)}`);
  });

  test('uses Chinese punctuation', () => {
    const textIn = (id: 'classic' | 'sidebar') => {
      const source = chineseSource();
      const html = renderPrintPage(buildDocument({ ...source, printDisplay: { ...source.printDisplay, id } }, 0));
      return html.slice(html.indexOf('<body')).replace(/<[^>]*>/g, '');
    };
    expect(textIn('classic')).toContain('远景科技有限公司，上海');
    expect(textIn('classic')).toContain('后端开发\u00a0–\u00a0专家：Java、Go、MySQL');
    expect(textIn('sidebar')).toContain('后端开发（专家）：Java、Go、MySQL');
  });

  test('breaks Korean lines between words only', () => {
    const pages = [koreanSource(), chineseSource()].map((source) => renderPrintPage(buildDocument(source, 0)));
    expect(pages.map((html) => html.includes('word-break: keep-all'))).toEqual([true, false]);
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

const now = Date.UTC(2026, 10, 21);

function page(template: string, changes: Record<string, boolean> = {}): string {
  const html = renderPrintPage(buildDocument(displayedSource(template, changes), now));
  return html.slice(html.indexOf('<body'));
}

describe('print display blocks', () => {
  test('are all covered by this test', () => {
    expect(Object.keys(blockTexts).sort()).toEqual([...displayedBlocks].sort());
  });

  test.each(templateIds.flatMap((template) => displayedBlocks.map((block) => [template, block] as const)))(
    '%s template: shows or hides %s without affecting other blocks',
    (template, block) => {
      const [all, without] = [page(template), page(template, { [block]: false })];
      for (const [other, texts] of Object.entries(blockTexts)) {
        for (const text of texts) {
          expect([text, all.includes(text)]).toEqual([text, true]);
          expect([text, without.includes(text)]).toEqual([text, other !== block]);
        }
      }
    },
  );

  test.each(templateIds)('%s template: shows no block when all are hidden', (template) => {
    const bare = page(template, Object.fromEntries(displayedBlocks.map((block) => [block, false])));
    for (const text of Object.values(blockTexts).flat()) expect(bare).not.toContain(text);
    expect(bare).not.toContain('<img');
    expect(bare).toContain('Jane Developer');
  });
});
