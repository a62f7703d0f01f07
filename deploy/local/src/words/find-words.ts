import type { Exemption, WordRule } from './word-rules.ts';

export type Finding = { line: number; word: string; instead: string };

// English texts: code, documentation, configuration, English messages.
const CHECKED =
  /\.(tsx?|mjs|mts|md|ya?ml|proto|css|py|sh|tpl|txt)$|(^|\/)(Dockerfile|Caddyfile)$|\/locales\/en\/[^/]+\.json$|^proto\/api-reference\.json$/;
const OTHER_LANGUAGES = /\/locales\/(de|es|fr|it)\//;

export const isChecked = (path: string) => CHECKED.test(path) && !OTHER_LANGUAGES.test(path);

/** Returns the places in `content` that use a word of the rules. */
export function findWords(
  path: string,
  content: string,
  rules: readonly WordRule[],
  exemptions: readonly Exemption[],
): Finding[] {
  const applicable = exemptions.filter((exemption) => exemption.path.test(path));
  if (applicable.some(({ text }) => text === undefined)) return [];
  const allowed = applicable.flatMap(({ text }) => text ?? []);
  const isSuspicious = new RegExp(rules.map(({ pattern }) => pattern.source).join('|'), 'i');
  if (!isSuspicious.test(content)) return [];
  return content.split('\n').flatMap((text, index) => {
    if (!isSuspicious.test(text)) return [];
    const visible = allowed.reduce((rest, exempt) => rest.replaceAll(exempt, ''), text);
    return rules.flatMap(({ pattern, instead, except }) => {
      const match = pattern.exec(except ? visible.replaceAll(except, '') : visible);
      return match ? [{ line: index + 1, word: match[0], instead }] : [];
    });
  });
}
