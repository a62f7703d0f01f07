import { readdirSync, readFileSync } from 'node:fs';
import { buildDocument } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { type Locale, locales } from '@vitae/proto/locale';
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

/** Terms that a language shares with English. */
const SHARED_TERMS: Record<string, RegExp> = {
  fr: /^(Actions?|Active|Applications|Certifications?|Code|Contacts|Date|Description|Expiration|Latitude|Longitude|Menu|Mobile|Organisation|Pagination|Photo|Portfolio|Publications?|Secrets?|Type)$/,
  de: /^(Administrator|Code|Limits|Links|Live|Name|Organisation|Portfolio|Secrets?|Status|Team)$/,
  es: /^(Error: \{title\}|No|Roles)$/,
  it: /^(Account|Endpoint|Menu|No|Password|Portfolio|Team)$/,
};
const SAME_EVERYWHERE = /^(Vitae|API|Blog|CV|Skype|apiKey|\{from\} → \{to\})$/;

/** Apostrophes, quotation marks and spacing that the language does not use. */
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

  it('name the sections of a CV like its documents', () => {
    const { sections } = buildDocument({ ...sampleSource(), language: locale }, 0);
    const named: Record<string, string> = messagesFor(locale).editor.sections;
    const shared = sections.filter(({ kind }) => kind in named);
    expect(shared).toHaveLength(13);
    expect(shared.map(({ kind }) => named[kind])).toEqual(shared.map(({ heading }) => heading));
  });

  it('are translated', () => {
    const same = entries.filter(({ message }, index) => locale !== 'en' && message === english[index]?.message);
    const isShared = (message: string) => SAME_EVERYWHERE.test(message) || SHARED_TERMS[locale]?.test(message);
    expect(same.filter(({ message }) => !isShared(message))).toEqual([]);
  });
});

it('formats plurals and numbers in the language', () => {
  const { text, security } = messagesFor('de');
  expect(text(security.secondFactor.codesLeft, { count: 1 })).toContain('1 ');
  expect(messagesFor('fr').text('{count, number}', { count: 1234 })).toMatch(/^1\s234$/);
});

it('isolates names that could reorder the message', () => {
  const { text, mail } = messagesFor('en');
  expect(text(mail.invitation.subject, { company: '\u202eevil' })).toContain('\u2068\u202eevil\u2069');
});

it('leaves markup in values and messages unchanged', () => {
  expect(messagesFor('en').text('<b>{name}</b>', { name: "<i>'x'</i>" })).toBe("<b><i>'x'</i></b>");
});

test.each<[locale: Locale, tooLong: string]>([
  ['en', 'too long'],
  ['de', 'zu lang'],
  ['fr', 'trop long'],
  ['es', 'demasiado largo'],
  ['it', 'troppo lungo'],
])('the pages in the language %s use one wording for texts that they cannot keep', (locale, tooLong) => {
  const { account, signIn, versions } = messagesFor(locale);
  const { gone } = versions;
  for (const message of [signIn.keptTooLarge, gone.tooLarge, gone.finalTooLarge, account.gone.leadTooLarge])
    expect(message).toContain(tooLong);
});
