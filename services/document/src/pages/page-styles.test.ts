import fc from 'fast-check';
import { contrast, readableColor } from '../readable-color.ts';
import { templateIds, templates } from '../templates/templates.ts';
import { accentOnDark, accentOnPaper, backgrounds, pageStyles, tintOf } from './page-styles.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('accent color of a web page', () => {
  test('is readable on every background of both color schemes', () => {
    fc.assert(
      fc.property(color, (chosen) => {
        const accent = readableColor(chosen);
        const { light, dark } = backgrounds;
        const onPaper = accentOnPaper(accent);
        for (const background of [...Object.values(light), tintOf(onPaper, light.sheet)])
          expect(contrast(onPaper, background)).toBeGreaterThanOrEqual(4.5);
        const onDark = accentOnDark(accent);
        for (const background of [...Object.values(dark), tintOf(onDark, dark.sheet)])
          expect(contrast(onDark, background)).toBeGreaterThanOrEqual(4.5);
        expect(contrast('#ffffff', accentOnPaper(accent))).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  test('is not changed when it is already readable', () => {
    expect(accentOnPaper('#7a1f4b')).toBe('#7a1f4b');
    expect(accentOnDark('#ffffff')).toBe('#ffffff');
  });
});

describe('style sheet of a web page', () => {
  const stylesOf = (id: (typeof templateIds)[number], language = 'en') =>
    pageStyles(templates[id], { accent: '#1f4e79', ideographs: null, language }, (file) => `/assets/${file}`);

  test.each(templateIds)('%s loads only the fonts of its template, from the site', (id) => {
    const styles = stylesOf(id);
    const { headings, text } = templates[id].typefaces;
    const families = new Set([...styles.matchAll(/@font-face{font-family:(\w+);/g)].map(([, family]) => family));
    const expected = [headings, text].map((typeface) => (typeface === 'serif' ? 'Caladea' : 'Carlito'));
    expect([...families].sort()).toEqual([...new Set(expected)].sort());
    for (const [, address] of styles.matchAll(/url\(([^)]*)\)/g))
      expect(address).toMatch(/^\/assets\/[a-z0-9-]+\.woff2$/);
    expect(styles).toContain(`--text:${text === 'serif' ? 'Caladea' : 'Carlito'},`);
    expect(styles).not.toMatch(/NaN|undefined|null/);
    // Each typeface has letters of these scripts.
    for (const letter of ['U+370-3FF', 'U+400-45F']) expect(styles).toContain(letter);
  });

  test.each(templateIds)('%s has the sizes and the columns of its template', (id) => {
    const styles = stylesOf(id);
    const { entry, heading, side, measures } = templates[id];
    expect(styles).toContain(`body{font-size:${Number((measures.type.body * 0.11).toFixed(3))}rem;`);
    expect(styles.includes('>.period{grid-area:1 / 3;')).toBe(entry.dates === 'end');
    expect(styles.includes('>.period{grid-area:1 / 1 / span 2;')).toBe(entry.dates === 'start');
    expect(styles.includes('h2{background:var(--tint)')).toBe(heading === 'tinted');
    expect(styles.includes('.sheet::before')).toBe(side !== null);
  });

  test('sidebar keeps its column on paper, although paper is narrower than the screens that show the column', () => {
    expect(stylesOf('sidebar')).toMatch(/@media print,\(min-width:52rem\){\.sheet{display:grid;/);
  });

  test('no two templates have the same style sheet', () => {
    expect(new Set(templateIds.map((id) => stylesOf(id))).size).toBe(templateIds.length);
  });

  test('uses the separators and the font of the language', () => {
    expect(stylesOf('modern', 'ja')).toMatch(/--text:"Hiragino Sans".*--and:"、";--fact:"、";--colon:"："/);
  });

  test('names fonts for Arabic, Hebrew, Devanagari and Thai letters', () => {
    for (const script of ['Naskh Arabic', 'Serif Hebrew', 'Serif Devanagari', 'Serif Thai'])
      expect(stylesOf('classic')).toContain(`"Noto ${script}"`);
    for (const script of ['Arabic', 'Hebrew', 'Devanagari', 'Thai'])
      expect(stylesOf('modern')).toContain(`"Noto Sans ${script}"`);
  });
});
