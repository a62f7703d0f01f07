import { applyTexts, type PartTexts } from './cv-part.ts';
import { faultsOf } from './part-faults.ts';
import { type EditorField, nameOf, rowFields, type SectionName, sectionNames, sectionOf } from './sections.ts';

const INVALID: Partial<Record<EditorField['kind'], string>> = {
  line: 'x'.repeat(2_100),
  text: 'x'.repeat(20_001),
  texts: 'x'.repeat(20_001),
  day: '2019-13-01',
  partialDay: '2019-13',
  address: 'ftp://a.example',
  country: 'XXX',
  state: '999999',
  culture: 'xx_XX',
  level: 'high',
  code: '999999',
};

const faultNames = (section: SectionName, texts: PartTexts) =>
  Object.keys(faultsOf(section, applyTexts(section, {}, texts)));

describe.each(sectionNames)('the form of the section %s', (section) => {
  const { fields, rows } = sectionOf(section);
  const ofRows = rows ? rowFields[rows].map((field) => ({ field, name: `${nameOf(field)}.0` })) : [];
  const named = [...fields.map((field) => ({ field, name: nameOf(field) })), ...ofRows];
  const invalid = named.flatMap(({ field, name }) => {
    const text = INVALID[field.kind];
    return text === undefined ? [] : [{ name, text }];
  });

  test('reports any two invalid fields together', () => {
    for (const [index, one] of invalid.entries())
      for (const other of invalid.slice(index + 1)) {
        const names = faultNames(section, { [one.name]: one.text, [other.name]: other.text });
        expect([names, names.includes(one.name) && names.includes(other.name)]).toEqual([names, true]);
      }
  });
});

test.each<[SectionName, PartTexts]>([
  ['experiences', { start: '2020-01-01', end: '2019-01-01' }],
  ['educations', { start: '2020-01-01', end: '2019-01-01' }],
  ['experiences', { state: '5', country: 'FRA' }],
  ['personal', { state: '5', country: 'FRA' }],
  ['projects', { endDate: '2019', startDate: '2020', name: 'Oven' }],
])('fields of the section %s that contradict each other are reported with other invalid fields', (section, texts) => {
  const [contradiction = ''] = faultNames(section, texts);
  expect(Object.keys(texts)).toContain(contradiction);
  const { fields } = sectionOf(section);
  for (const field of fields) {
    const text = INVALID[field.kind];
    const name = nameOf(field);
    if (text === undefined || name in texts) continue;
    expect([...faultNames(section, { ...texts, [name]: text })].toSorted()).toEqual([contradiction, name].toSorted());
  }
});

test.each(['0019-03-01', '19-03-01', '19', '19-03', '0019'])(
  'the year of %s must have four digits, unless it is stored',
  (date) => {
    for (const [section, name] of [
      ['experiences', 'start'],
      ['projects', 'startDate'],
    ] as const) {
      const submitted = applyTexts(section, {}, { [name]: date });
      expect(faultsOf(section, submitted)[name]).toEqual({ reason: 'year' });
      expect(faultsOf(section, submitted, { [name]: date })[name]).not.toEqual({ reason: 'year' });
    }
  },
);
