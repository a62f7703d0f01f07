import { type CodeTableName, codeElements, codeTables } from '@vitae/proto/code-tables';
import { codeCatalogs, codeChoices, selectableCodes } from './code-names.ts';

const tables = Object.keys(codeTables.tables) as CodeTableName[];
/** Tables with hundreds of names, and the states of the USA, which CVs name in English too. */
const ONLY_ENGLISH: readonly CodeTableName[] = ['positions', 'business', 'state'];
const translated = tables.filter((table) => !ONLY_ENGLISH.includes(table));

describe.each(['de', 'es', 'it'] as const)('code tables in %s', (locale) => {
  const catalog = Object.entries(codeCatalogs[locale]);

  test.each(translated)('have the names of the table %s', (table) => {
    const choices = codeChoices(locale, table);
    expect(choices.filter(({ text, lang }) => lang !== locale || text.trim() === '')).toEqual([]);
    expect(choices.map(({ value }) => Number(value)).sort()).toEqual(
      codeElements(table)
        .map(({ id }) => id)
        .sort(),
    );
    expect(new Set(choices.map(({ text }) => text)).size).toBe(choices.length);
  });

  test('name only codes of the specification', () => {
    const unknown = catalog.flatMap(([table, names]) => {
      const ids = codeElements(table as CodeTableName).map(({ id }) => String(id));
      return Object.keys(names).filter((id) => !ids.includes(id));
    });
    expect(unknown).toEqual([]);
  });

  test('use the apostrophe of the pages', () => {
    expect(catalog.flatMap(([, names]) => Object.values(names)).filter((name) => name.includes("'"))).toEqual([]);
  });
});

test('codes have the names of the specification in French and English', () => {
  const names = (locale: 'fr' | 'en' | 'de') => codeChoices(locale, 'availability').map(({ text }) => text);
  expect(names('fr')).toContain('Recherche active');
  expect(names('en')).toContain('Actively looking');
  expect(names('de')).toContain('Aktiv auf der Suche');
});

test('types of contract have the names that documents use, and salaries those of the currency', () => {
  expect(codeChoices('it', 'experienceContractType').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Tirocinio', 'Altro']),
  );
  expect(codeChoices('de', 'grossSalary').map(({ text }) => text.replace(/\s/g, ' '))).toContain('15.000 €');
});

test('nationalities are in the alphabetical order of the language', () => {
  const [first, ...others] = codeChoices('de', 'nationality').map(({ text }) => text);
  expect(first).toBe('Afghanistan');
  expect(others.at(-1)).toBe('Zypern');
});

test('names that exist only in English are marked as English', () => {
  expect(codeChoices('es', 'state').find(({ text }) => text === 'North Carolina')).toMatchObject({ lang: 'en' });
});

test('a code for “not specified” can be kept, but not chosen', () => {
  const codes = (chosen: string) => selectableCodes('en', 'professionalStatus', chosen).map(({ value }) => value);
  expect(codes('1')).not.toContain('13');
  expect(codes('13')).toContain('13');
  expect(selectableCodes('en', 'availability', '')).toHaveLength(5);
});
