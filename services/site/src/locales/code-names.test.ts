import { type CodeTableName, codeElements, codeTables } from '@vitae/proto/code-tables';
import { codeCatalogs, codeChoice, codeChoices, groupName, selectableCodes } from './code-names.ts';

const tables = Object.keys(codeTables.tables) as CodeTableName[];
/** CVs name the states of the USA in English too. */
const translated = tables.filter((table) => table !== 'state');
const grouped = ['positions', 'business'] as const;

/** Positions and sectors that have the same name in English and in the language. */
const SAME_IN_ENGLISH = {
  de: 'Auditor, Babysitter, Design, Designer, Florist, Import / Export, Journalist, Ninja, Osteopath, Pilot, Software, Webmaster',
  es: 'Actor, Auditor, Director, Inspector, Ninja, Software',
  it: 'Account manager, Art director, Auditor, Babysitter, Brand manager, Broker, Business analyst, Buyer, Copywriter, Design, Designer, Import / Export, Ninja, Pricing analyst, Product manager, Project manager, Receptionist, Sales engineer, Software, Trader, Traffic manager, Web designer, Webmaster',
};

describe.each(['de', 'es', 'it'] as const)('code tables in %s', (locale) => {
  const { groups, ...names } = codeCatalogs[locale];
  const catalog = Object.entries(names);

  test.each(translated)('have the names of the table %s', (table) => {
    const choices = codeChoices(locale, table);
    expect(choices.filter(({ text, lang }) => lang !== locale || text.trim() === '')).toEqual([]);
    expect(choices.map(({ value }) => Number(value)).sort()).toEqual(
      codeElements(table)
        .map(({ id }) => id)
        .sort(),
    );
    if (table !== 'positions' && table !== 'business')
      expect(new Set(choices.map(({ text }) => text)).size).toBe(choices.length);
  });

  test.each(grouped)('have the names of the groups of %s, and different names within a group', (table) => {
    const specified = codeTables.tables[table].groups;
    expect(Object.keys(groups[table] ?? {})).toEqual(specified.map(({ en }) => en));
    const headings = specified.map((group) => groupName(locale, table, group));
    expect(headings).not.toContain('');
    expect(new Set(headings).size).toBe(specified.length);
    for (const { elements } of specified) {
      const translations = new Set(elements.map((element) => codeChoice(locale, table, element).text));
      // Two sectors have the same name in the specification too.
      expect(translations.size).toBe(new Set(elements.map(({ en }) => en)).size);
    }
  });

  test('are in English only where both languages have the same word', () => {
    const same = grouped.flatMap((table) =>
      codeElements(table)
        .filter((element) => codeChoice(locale, table, element).text === element.en)
        .map(({ en }) => en),
    );
    expect([...new Set(same)].sort().join(', ')).toBe(SAME_IN_ENGLISH[locale]);
  });

  test('name only codes of the specification', () => {
    const unknown = catalog.flatMap(([table, names]) => {
      const ids = codeElements(table as CodeTableName).map(({ id }) => String(id));
      return Object.keys(names).filter((id) => !ids.includes(id));
    });
    expect(unknown).toEqual([]);
  });

  test('use the apostrophe of the pages', () => {
    const texts = [...Object.values(names), ...Object.values(groups)].flatMap((table) => Object.values(table));
    expect(texts.filter((name) => name.includes("'"))).toEqual([]);
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
