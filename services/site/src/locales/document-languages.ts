import { documentLanguages } from '@vitae/proto/display';

/** The languages of documents by their own names, in alphabetical order. */
export const documentLanguageNames: readonly { value: string; text: string; lang: string }[] = documentLanguages
  .map((code) => ({ value: code, text: ownName(code), lang: code }))
  .sort((one, other) => one.text.localeCompare(other.text, 'en'));

function ownName(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
