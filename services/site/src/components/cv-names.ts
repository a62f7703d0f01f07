import { isolateText } from '@vitae/kit/isolate-text';
import type { Culture } from '@vitae/proto/cv-fields';
import type { Locale } from '@vitae/proto/locale';
import { dateFormat } from '../locales/date-format.ts';
import { messagesFor } from '../locales/messages.ts';

/** What distinguishes CVs in a list. `updated` has the format `YYYY-MM-DDThh:mm:ss+hhmm`. */
export type NamedCv = { id: number; title: string; language: string; updated: string };

/** Returns the titles of CVs by id. Repeated titles include the language and the last change, or the number of the CV. */
export function cvNames(locale: Locale, cvs: readonly NamedCv[]): ReadonlyMap<number, string> {
  const { account, editor, text } = messagesFor(locale);
  const titleOf = ({ title }: NamedCv) => title.trim() || account.cvs.untitled;
  const describe = ({ language, updated }: NamedCv) =>
    text(account.cvs.details, {
      language: editor.cultures[language as Culture] ?? language,
      date: dateFormat(locale, 'UTC', 'medium').format(new Date(updated)),
    });
  const titles = countOf(cvs.map(titleOf));
  const repeated = cvs.filter((cv) => titles.get(titleOf(cv)) !== 1);
  const described = new Map(repeated.map((cv) => [cv.id, `${isolateText(titleOf(cv))} (${describe(cv)})`]));
  const descriptions = countOf([...described.values()]);
  return new Map(
    cvs.map((cv) => {
      const name = described.get(cv.id);
      if (name === undefined) return [cv.id, isolateText(titleOf(cv))];
      const number = text(account.cvs.number, { number: String(cv.id) });
      return [cv.id, descriptions.get(name) === 1 ? name : `${name} · ${number}`];
    }),
  );
}

function countOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
