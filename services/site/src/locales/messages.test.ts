import { readdirSync, readFileSync } from 'node:fs';
import { locales } from '@vitae/proto/locale';
import { IntlMessageFormat } from 'intl-messageformat';
import { messagesFor } from './messages.ts';

type Entry = { path: string; message: string };
type Node = string | { [key: string]: Node };

const files = readdirSync(new URL('./en/', import.meta.url)).sort();
const read = (locale: string): Node =>
  Object.fromEntries(
    files.map((file) => [file, JSON.parse(readFileSync(new URL(`./${locale}/${file}`, import.meta.url), 'utf8'))]),
  );

function entriesOf(node: Node, path: string): Entry[] {
  if (typeof node === 'string') return [{ path, message: node }];
  return Object.entries(node).flatMap(([key, value]) => entriesOf(value, `${path}.${key}`));
}

/** The names of the arguments, from the syntax tree of the message. */
function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  JSON.stringify(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst(), (_key, node) => {
    if (typeof node?.value === 'string' && node.type !== 0) names.add(node.value);
    return node;
  });
  return [...names].sort();
}

const english = entriesOf(read('en'), 'en');

// International words, and words that a language shares with English.
const SAME_AS_ENGLISH = /^(Vitae|API|apiKey|Code|\{from\} → \{to\}|\{name\}|p\d+)$|^(fr|de|es|it)(\.json)? /;

/** What stands around quoted words, and what must not occur in the language. */
const FOREIGN_MARKS: Record<string, RegExp> = {
  en: /["'„«»‚]/,
  fr: /["'“”„‚‘]|«(?!\u202f)|(?<!\u202f)»| [;:!?»]/,
  de: /["'”«»‘]/,
  es: /["'“”„‚‘]/,
  it: /["'“”„‚‘]/,
};

describe.each(locales)('messages in %s', (locale) => {
  const entries = entriesOf(read(locale), 'en');

  it('have the same keys as the English messages', () => {
    expect(entries.map(({ path }) => path)).toEqual(english.map(({ path }) => path));
    expect(entries.filter(({ message }) => message.trim() === '')).toEqual([]);
  });

  it('parse and have the same arguments as the English messages', () => {
    const named = (list: Entry[]) => list.map(({ path, message }) => [path, argumentsOf(message)]);
    expect(named(entries)).toEqual(named(english));
  });

  it('use only the apostrophe and the quotation marks of the language', () => {
    expect(entries.filter(({ message }) => FOREIGN_MARKS[locale]?.test(message))).toEqual([]);
  });

  it('are translated', () => {
    if (locale === 'en') return;
    const same = entries.filter(({ message }, index) => message === english[index]?.message && /\s.*\s/.test(message));
    expect(same.filter(({ message }) => !SAME_AS_ENGLISH.test(message))).toEqual([]);
  });
});

it('formats plurals and numbers in the language', () => {
  const { text, security } = messagesFor('de');
  expect(text(security.secondFactor.codesLeft, { count: 1 })).toContain('1 ');
  expect(messagesFor('fr').text('{count, number}', { count: 1234 })).toMatch(/^1\s234$/);
});

it('leaves markup in values and messages unchanged', () => {
  expect(messagesFor('en').text('<b>{name}</b>', { name: "<i>'x'</i>" })).toBe("<b><i>'x'</i></b>");
});
