import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type Locale, locales } from './locale.ts';
import { catalogues } from './catalogues.ts';

/** Those of the pages, and those of each area of the settings under the name of its folder. */
const areas = globSync('settings/*/catalogue.ts', { cwd: import.meta.dirname }).sort();
const areaCatalogues = await Promise.all(
  areas.map(async (file) => {
    const [words] = Object.values(await import(join(import.meta.dirname, file))) as Record<Locale, unknown>[];
    return [file.split(/[\\/]/)[1], words] as const;
  }),
);
const wordsOf = (locale: Locale) => ({
  ...catalogues[locale],
  settings: Object.fromEntries(areaCatalogues.map(([area, words]) => [area, words?.[locale]])),
});

type Entry = { path: string; value: string };

/** Every message by its path; one with arguments as it reads with marked ones. */
function entriesOf(node: unknown, path: string): Entry[] {
  if (typeof node === 'string') return [{ path, value: node }];
  if (typeof node === 'function')
    return [{ path, value: String(node(...Array.from({ length: node.length }, (_none, index) => `‹${index}›`))) }];
  if (typeof node === 'object' && node !== null)
    return Object.entries(node).flatMap(([key, value]) => entriesOf(value, `${path}.${key}`));
  throw new TypeError(`${path} is no message`);
}

const english = entriesOf(wordsOf('en'), 'messages');
// The same word in both languages, or no word at all: where it stands, or what it is.
const SAME_EVERYWHERE = /\.(site\.name|verifier\.code|signIn\.password|password\.title)$/;
const SAME_WORDS = /^(.. (API|apiKey|‹0› → ‹1›)|fr (Active|Applications|Cause|Secrets?)|de (Name|Team)|it Password)$/;

describe.each(locales)('the words of %s', (locale) => {
  const entries = entriesOf(wordsOf(locale), 'messages');

  test('are all there', () => {
    expect(entries.map(({ path }) => path)).toEqual(english.map(({ path }) => path));
    for (const { value } of entries) expect(value.trim()).not.toBe('');
  });

  test('use every argument', () => {
    const argumentsIn = (list: Entry[]) =>
      list.map(({ path, value }) => [path, [...new Set(value.match(/‹\d›/g))].sort()]);
    expect(argumentsIn(entries)).toEqual(argumentsIn(english));
  });

  test('are translated', () => {
    if (locale === 'en') return;
    const left = entries.filter(
      ({ path, value }, index) =>
        value === english[index]?.value && !SAME_EVERYWHERE.test(path) && !SAME_WORDS.test(`${locale} ${value}`),
    );
    expect(left).toEqual([]);
  });
});
