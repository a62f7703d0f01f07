import fc from 'fast-check';
import { applyTexts, digestOf, type PartTexts, textsOf } from './cv-part.ts';
import type { JsonObject } from './field-text.ts';
import { loadedOf, mergeTexts } from './merge-texts.ts';
import type { SectionName } from './sections.ts';

const TASKS = ['Rye', 'Wheat', 'Oats'];
const experience: JsonObject = {
  ...{ id: 1, title: 'Baker', company: 'Mill', description: '' },
  missions: { mission: TASKS.map((description) => ({ description })) },
};
const tasksOf = (part: JsonObject) =>
  (part as { missions: { mission: { description: string }[] } }).missions.mission.map(({ description }) => description);

const fieldNames = ['title', 'company', 'description'] as const;
const anyText = fc.constantFrom('Baker', 'Mill ', 'Oats', '');
type Tasks = { order: number[]; typed: string[]; removed: number[]; added: string };
type Edit = { fields: Partial<Record<(typeof fieldNames)[number], string>>; tasks: Tasks };
const unchanged: Tasks = { order: [0, 1, 2], typed: TASKS, removed: [], added: '' };
/** What the owner does in one form: the tasks are typed, moved and removed, and one is added. */
const edits: fc.Arbitrary<Edit> = fc.record({
  fields: fc.dictionary(fc.constantFrom(...fieldNames), anyText),
  tasks: fc.oneof(
    fc.constant(unchanged),
    fc.record({
      order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      typed: fc.array(anyText, { minLength: 3, maxLength: 3 }),
      removed: fc.subarray([0, 1, 2]),
      added: anyText,
    }),
  ),
});

function formOf({ fields, tasks }: Edit): PartTexts {
  const { order, typed, removed, added } = tasks;
  const rows = Object.fromEntries(typed.map((text, number) => [`description.${number}`, text]));
  const removals = Object.fromEntries(removed.map((number) => [`remove.${number}`, '1']));
  return { ...fields, ...rows, ...removals, 'description.3': added, order: [...order, 3].join() };
}

/** Merges a form with what another request stored. Both are based on the same part. */
function merge(section: SectionName, part: JsonObject, own: PartTexts, other: PartTexts) {
  const shown = textsOf(section, part);
  const stored = applyTexts(section, part, { ...shown, ...other }).part;
  const form = { texts: { ...shown, ...own }, digest: digestOf(section, part), loaded: loadedOf(section, shown) };
  const result = mergeTexts(section, stored, form);
  const alone = applyTexts(section, part, form.texts).part;
  return { result, stored, alone, saved: applyTexts(section, stored, result.texts).part };
}

test('a merged form has the changes of both requests, or is a conflict', () => {
  fc.assert(
    fc.property(edits, edits, (one, two) => {
      const { result, stored, alone, saved } = merge('experiences', experience, formOf(one), formOf(two));
      const valuesOf = (part: JsonObject) => [...fieldNames.map((name) => part[name]), tasksOf(part)];
      const [before, own, other, merged] = [experience, alone, stored, saved].map(valuesOf) as [
        unknown[],
        unknown[],
        unknown[],
        unknown[],
      ];
      const is = (values: unknown[], index: number, same: unknown[]) =>
        JSON.stringify(values[index]) === JSON.stringify(same[index]);
      const both = before.some(
        (_, index) => !is(own, index, before) && !is(other, index, before) && !is(own, index, other),
      );
      expect(result.isConflict).toBe(both);
      if (both) return;
      expect(merged).toEqual(before.map((_, index) => (is(own, index, before) ? other[index] : own[index])));
    }),
    { numRuns: 500 },
  );
});

test('an entry without an id is not merged, because another one may be at its place', () => {
  const contact = { type: 'phone', value: '1' };
  const own = { type: 'mobile' };
  expect(merge('contacts', contact, own, { value: '2' }).result.isConflict).toBe(true);
  expect(merge('contacts', contact, own, {}).result.isConflict).toBe(false);
  const skill: JsonObject = {
    ...{ title: 'Bread', level: 10, details: '' },
    children: { skill: ['Rye', 'Wheat'].map((title) => ({ title, level: null, details: '' })) },
  };
  const levels = { 'level.0': '10', 'level.1': '90' };
  expect(merge('skills', skill, levels, { order: '1,0' }).result.isConflict).toBe(true);
});

test('the text of a form replaces its own earlier text', () => {
  const address = (country: string, state: number | null) => ({
    userInformation: { country: { isoCode: country }, state },
  });
  const shown = textsOf('personal', address('USA', 5));
  const stored = applyTexts('personal', address('USA', 5), { ...shown, country: 'FRA' }).part;
  const form = { digest: digestOf('personal', stored), loaded: loadedOf('personal', { ...shown, country: 'FRA' }) };
  const texts = (country: string) => mergeTexts('personal', stored, { ...form, texts: { ...shown, country } }).texts;
  expect(texts('USA')).toMatchObject({ country: 'USA', state: '5' });
  // The state was removed with the country, and is not invalid in the next save.
  expect(texts('FRA')).toMatchObject({ country: 'FRA', state: '' });
});

describe('the state of a form whose owner changes the country', () => {
  type Address = { city?: string; country: string; state: number | null };
  const partOf = ({ country, ...others }: Address): JsonObject => ({
    userInformation: { ...others, country: { isoCode: country } },
  });
  const before = partOf({ city: 'Waco', country: 'USA', state: 5 });
  const shown = textsOf('personal', before);
  const inFrance = { ...shown, country: 'FRA' };
  const saved = applyTexts('personal', before, inFrance).part;
  const form = { digest: digestOf('personal', saved), loaded: loadedOf('personal', inFrance) };

  test.each([
    ['nothing else was saved', saved],
    ['another request saved another field', partOf({ city: 'Austin', country: 'FRA', state: null })],
  ])('is kept if the country becomes the USA again and %s', (_name, stored) => {
    const { texts, isConflict, adopted } = mergeTexts('personal', stored, { ...form, texts: shown });
    expect(texts).toMatchObject({ country: 'USA', state: '5' });
    expect([isConflict, 'state' in adopted]).toEqual([false, false]);
    expect(applyTexts('personal', stored, texts).part).toMatchObject({ userInformation: { state: 5 } });
  });

  test('stays in the form, but is not saved with another country', () => {
    const stored = partOf({ city: 'Austin', country: 'FRA', state: null });
    const { texts, adopted } = mergeTexts('personal', stored, { ...form, texts: inFrance });
    expect([texts.state, adopted]).toEqual(['', { city: 'Austin' }]);
  });

  test('is removed from the form if another request changed the country', () => {
    const unchanged = { digest: digestOf('personal', before), loaded: loadedOf('personal', shown), texts: shown };
    const stored = partOf({ city: 'Waco', country: 'FRA', state: null });
    expect(mergeTexts('personal', stored, unchanged).adopted).toEqual({ country: 'FRA', state: '' });
  });

  test('is that of another request if both chose the USA', () => {
    const stored = partOf({ city: 'Waco', country: 'USA', state: 7 });
    expect(mergeTexts('personal', stored, { ...form, texts: shown }).texts.state).toBe('7');
  });
});

test('all differences are conflicts if the form does not say what it was based on', () => {
  const shown = textsOf('experiences', experience);
  const stored = { ...experience, company: 'Bakery' };
  const valid = loadedOf('experiences', shown);
  const [first = ''] = valid.split(' ');
  const many = Array.from({ length: 100_000 }, () => 0).join();
  for (const loaded of [
    '',
    'title',
    'title:<',
    `${valid} ${first}`,
    `description.0:aaaaaaaa order:${many}`,
    `${valid} `.repeat(50),
  ]) {
    const form = { texts: { ...shown, title: 'Mine' }, digest: digestOf('experiences', experience), loaded };
    expect([loaded.slice(0, 50), mergeTexts('experiences', stored, form).isConflict]).toEqual([
      loaded.slice(0, 50),
      true,
    ]);
  }
});
