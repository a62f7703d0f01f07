import { findWords, isChecked } from './find-words.ts';
import { EXEMPTIONS, WORD_RULES } from './word-rules.ts';

const words = (content: string, path = 'gateway/src/x.ts') =>
  findWords(path, content, WORD_RULES, EXEMPTIONS).map(({ line, word }) => `${line} ${word}`);

describe('the word check', () => {
  test('reports words of the glossary with their line', () => {
    expect(words('const a = 1;\n// The data is made anew.\nconst MOST_CALLS = 3;')).toEqual(['2 anew', '3 MOST_C']);
  });

  test.each([
    "if (error.code === 'ECONNREFUSED') return;",
    "reason: 'picture_refused'",
    'Build from scratch',
    'Try again',
    'The room temperature'.replace('room', 'disk'),
  ])('accepts the standard use in %s', (line) => {
    expect(words(line)).toEqual([]);
  });

  test('accepts old setting names only where they are documented', () => {
    expect(words('MOST_CALLS_AT_ONCE', 'docs/deploying.md')).toEqual([]);
    expect(words('MOST_CALLS_AT_ONCE', 'docs/settings.md')).toEqual([]);
    expect(words('MOST_CALLS_AT_ONCE', 'docs/oauth.md')).not.toEqual([]);
  });

  test.each([
    ['services/site/src/locales/en/keys.json', true],
    ['services/site/src/locales/fr/keys.json', false],
    ['docs/running.md', true],
    ['proto/code-tables.json', false],
  ])('covers English texts: %s', (path, expected) => {
    expect(isChecked(path)).toBe(expected);
  });
});
