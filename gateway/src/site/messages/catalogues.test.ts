import { locales } from '../locale.ts';
import { catalogues } from './catalogues.ts';

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

const english = entriesOf(catalogues.en, 'messages');
// The same word in both languages, or no word at all.
const SAME_EVERYWHERE = /\.(site\.name|verifier\.code|signIn\.password|password\.title)$/;

describe.each(locales)('the words of %s', (locale) => {
  const entries = entriesOf(catalogues[locale], 'messages');

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
      ({ path, value }, index) => value === english[index]?.value && !SAME_EVERYWHERE.test(path),
    );
    expect(left).toEqual([]);
  });
});
