const separators: Readonly<Record<string, string>> = { ar: '، ', ja: '、', zh: '、' };

/** Returns the text between the items of a list in a language (BCP 47 tag). */
export function listSeparator(language: string): string {
  return separators[language.split('-')[0] ?? ''] ?? ', ';
}
