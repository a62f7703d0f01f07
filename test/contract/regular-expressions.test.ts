import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';
import { check } from 'recheck';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = globSync('{gateway,proto,services/*}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.|\/gen\/|\/scratch|\/expect-|\/read-pdf/.test(file),
);

type Found = { pattern: string; flags: string; file: string };

/** Every regular expression that is written down in a file. */
function expressionsIn(file: string): Found[] {
  const found: Found[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'RegExpLiteral') {
      const { pattern, flags } = node as unknown as { pattern: string; flags: string };
      found.push({ pattern, flags, file });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(
    parseSync(readFileSync(root + file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x'), target: 'esnext' }),
  );
  return found;
}

/** What may take longer than linear time, or is no regular language and cannot be judged, and what bounds its text. */
const bounded: Readonly<Record<string, string>> = {
  '/^[^\\p{L}]+|[^\\p{L}]+$/gu': 'a part of a name, of 100 characters at most',
  '/\\b(?:[a-z][a-z0-9+.-]{1,20}:\\/\\/|www\\.|mailto:|tel:)[^\\s<>"\')\\]]+/giu':
    'what precedes the one open repetition is bounded, and nothing follows it',
  '/\\s*$/': 'a telephone number that was found, of 40 characters at most',
  '/^-+|-+$/g': 'the 60 characters of a slug',
  '/\\p{RGI_Emoji}+/gv': 'one class of whole characters',
  '/(?<=\\n)(\\d+) 0 obj\\n<<\\/Type \\/Catalog\\n[\\s\\S]*?\\nendobj\\n/':
    'the objects of a PDF that our own browser wrote',
  '/(?<=\\n)(\\d+) 0 obj\\n<<\\/Type \\/Annot\\n\\/Subtype \\/Link\\n[\\s\\S]*?\\nendobj\\n/g':
    'the objects of a PDF that our own browser wrote',
  '/^[. ]+|[. ]+$/g': 'a file name, of 120 characters at most',
  '/[\\s\\u2009\\u202f]*[–-][\\s\\u2009\\u202f]*/g': 'a range of dates that Intl wrote',
  '/[. ]+$/': 'a file name, of 120 characters at most',
  '/^0+(?=.)/': 'one group of an IPv6 address',
  '/"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|[{}[\\]:,]/g': 'valid JSON, in which every string ends',
  '/(?<![a-z0-9.-])(?:[a-z0-9-]{1,63}\\.){1,6}(?:com|org|net|io|dev|me|app|info|name|page|site|blog|ai|co|eu|us|[a-z]{2})\\/[^\\s<>"\')\\]]+/giu':
    'as the one before; begins only where no name goes on',
  '/^\\/(?!\\/)[\\w./-]+\\.(?:jpe?g|png|gif)$/i': 'the path of a logo, of 255 characters at most',
  '/\\s{0,64}([^\\s=,"]+)\\s{0,64}=\\s{0,64}(?:"([^"]*)"|([^\\s,"]*))\\s{0,64}(?:,|$)/y':
    'sticky: begins in one place; stretches of white space that meet are bounded',
  '/-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \\1-----/g': 'a key of 8,000 characters at most',
  '/([;,|\\t\\r\\n][\\s"]*)(?=[=+\\-@＝＋－＠])/g': 'a cell: the name of a key or of a call',
};

async function verdict({ pattern, flags }: Found): Promise<string> {
  return (await check(pattern, flags.replace('v', 'u'), { checker: 'automaton', timeout: 20_000 })).status;
}

test('no regular expression takes more than linear time for what a stranger may send', async () => {
  const different = new Map(sources.flatMap(expressionsIn).map((one) => [`/${one.pattern}/${one.flags}`, one]));
  expect(different.size).toBeGreaterThan(150);
  const suspects = [...different].filter(([text]) => !(text in bounded));
  // One after the other: all at once would share the processors, and the time that each has, among hundreds of threads.
  const judged: string[][] = [];
  for (const [text, one] of suspects) judged.push([one.file, text, await verdict(one)]);
  expect(judged.filter(([, , status]) => status !== 'safe')).toEqual([]);
  expect(Object.keys(bounded).filter((text) => !different.has(text))).toEqual([]);
}, 400_000);
