import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';
import { check } from 'recheck';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = globSync('{gateway,proto,services/*}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.|\/gen\//.test(file),
);

type Expression = { pattern: string; flags: string; file: string };

/** Returns the regular expression literals of a file. */
function expressionsIn(file: string): Expression[] {
  const expressions: Expression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'RegExpLiteral') {
      const { pattern, flags } = node as unknown as { pattern: string; flags: string };
      expressions.push({ pattern, flags, file });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(
    parseSync(readFileSync(root + file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x'), target: 'esnext' }),
  );
  return expressions;
}

/** Expressions that may take longer than linear time or cannot be checked, and what bounds their input. */
const bounded: Readonly<Record<string, string>> = {
  '/^[^\\p{L}]+|[^\\p{L}]+$/gu': 'part of a name of at most 100 characters',
  '/\\b(?:[a-z][a-z0-9+.-]{1,20}:\\/\\/|www\\.|mailto:|tel:)[^\\s<>"\')\\]]+/giu':
    'the prefix of the only unbounded repetition is bounded, and nothing follows it',
  '/\\s*$/': 'a telephone number of at most 40 characters',
  '/^-+|-+$/g': 'the 60 characters of a slug',
  '/\\p{RGI_Emoji}+/gv': 'a single character class',
  '/^[. ]+|[. ]+$/g': 'a file name of at most 120 characters',
  '/[. ]+$/': 'a file name of at most 120 characters',
  '/^0+(?=.)/': 'one group of an IPv6 address',
  '/"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|[{}[\\]:,]/g': 'valid JSON, in which every string is closed',
  '/(?<![a-z0-9.-])(?:[a-z0-9-]{1,63}\\.){1,6}(?:com|org|net|io|dev|me|app|info|name|page|site|blog|ai|co|eu|us|[a-z]{2})\\/[^\\s<>"\')\\]]+/giu':
    'bounded prefix, matched only at the start of a name',
  '/^\\/(?!\\/)[\\w./-]+\\.(?:jpe?g|png|gif)$/i': 'the path of a logo of at most 255 characters',
  '/\\s{0,64}([^\\s=,"]+)\\s{0,64}=\\s{0,64}(?:"([^"]*)"|([^\\s,"]*))\\s{0,64}(?:,|$)/y':
    'sticky, so it has one starting position; adjacent white space is bounded',
  '/;\\s{0,64}boundary=(?:"([^"]{1,70})"|([^\\s;"]{1,70}))/i': 'every repetition is bounded',
  '/-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \\1-----/g': 'a key of at most 8,000 characters',
  '/([;,|\\t\\r\\n][\\s"]*)(?=[=+\\-@＝＋－＠])/g': 'a CSV cell with the name of a key or an endpoint',
};

async function verdict({ pattern, flags }: Expression): Promise<string> {
  return (await check(pattern, flags.replace('v', 'u'), { checker: 'automaton', timeout: 100_000 })).status;
}

test('every regular expression takes linear time on untrusted input', async () => {
  const distinct = new Map(sources.flatMap(expressionsIn).map((one) => [`/${one.pattern}/${one.flags}`, one]));
  expect(distinct.size).toBeGreaterThan(150);
  const suspects = [...distinct].filter(([text]) => !(text in bounded));
  // Sequentially, because hundreds of concurrent checks would exceed their time limit.
  const verdicts: string[][] = [];
  for (const [text, one] of suspects) verdicts.push([one.file, text, await verdict(one)]);
  expect(verdicts.filter(([, , status]) => status !== 'safe')).toEqual([]);
  expect(Object.keys(bounded).filter((text) => !distinct.has(text))).toEqual([]);
}, 400_000);
