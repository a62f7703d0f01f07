import fc from 'fast-check';
import { applyTexts, digestOf, textsOf } from './cv-part.ts';
import type { JsonObject } from './field-text.ts';
import { loadedOf, mergeTexts } from './merge-texts.ts';

const titles = ['', 'Rye', 'Wheat ', 'Oats', 'Rye, Wheat'];
const anyTitle = fc.constantFrom(...titles);
/** The fields of a skill, and of an entry below it. */
const fields = ['level', 'details', 'title.0', 'details.0', 'title.1', 'depth.1'] as const;
type Field = (typeof fields)[number];
const edits = fc.dictionary(fc.constantFrom(...fields), anyTitle) as fc.Arbitrary<Partial<Record<Field, string>>>;

const skill: JsonObject = {
  ...{ title: 'Bread', level: null, details: '' },
  children: { skill: ['One', 'Two'].map((title) => ({ title, level: null, details: '', children: { skill: [] } })) },
};
const values = (texts: Partial<Record<Field, string>>) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      if (name === 'level') return [name, String(titles.indexOf(text))];
      return [name, name === 'depth.1' ? String(1 + (titles.indexOf(text) % 2)) : text];
    }),
  );

/** Merges a form with what another one stored. Both showed the skill. */
function merged(own: Record<string, string>, theirs: Record<string, string>) {
  const shown = textsOf('skills', skill);
  const { part } = applyTexts('skills', skill, { ...shown, ...theirs });
  const form = { texts: { ...shown, ...own }, digest: digestOf('skills', skill), loaded: loadedOf('skills', shown) };
  const result = mergeTexts('skills', part, form);
  return { result, saved: textsOf('skills', applyTexts('skills', part, result.texts).part), shown };
}

test('a merged form has the changes of both, or is a conflict', () => {
  fc.assert(
    fc.property(edits, edits, (one, other) => {
      const [own, theirs] = [values(one), values(other)];
      const { result, saved, shown } = merged(own, theirs);
      const isChanged = (texts: Record<string, string>, name: string) =>
        texts[name] !== undefined && texts[name]?.trim() !== shown[name];
      for (const name of fields) {
        const both = isChanged(own, name) && isChanged(theirs, name) && own[name]?.trim() !== theirs[name]?.trim();
        if (both) expect(result.isConflict).toBe(true);
        if (result.isConflict || both) continue;
        const expected = isChanged(own, name) ? own[name] : isChanged(theirs, name) ? theirs[name] : shown[name];
        expect([name, saved[name]?.trim()]).toEqual([name, expected?.trim()]);
      }
    }),
  );
});

test('different fields are no conflict, unless rows get the same text', () => {
  fc.assert(
    fc.property(edits, edits, (one, other) => {
      const own = values(one);
      const others = Object.entries(values(other)).filter(([name]) => !(name in own));
      const theirs = Object.fromEntries(
        others.map(([name, text]) => [name, /^(?:title|details)/.test(name) ? `${text} of others` : text]),
      );
      expect(merged(own, theirs).result.isConflict).toBe(false);
    }),
  );
});
