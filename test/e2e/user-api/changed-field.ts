/** Kinds of fields, by what the owner does with them. */
export const fieldKinds = ['line', 'lines', 'date', 'choice', 'check box', 'level', 'address'] as const;
export type FieldKind = (typeof fieldKinds)[number];

type Fields = Record<string, string>;
export type FieldChange = { name: string; kind: FieldKind; changed: Fields };

const named = (names: string) => new Set(names.split(/\s+/));
const KINDS: [kind: FieldKind, names: ReadonlySet<string>, values: readonly [string, string]][] = [
  [
    'line',
    named(
      `title rss maritalStatus zipcode city company degree school mediaType path type value language fluency name entity
      issuer publisher awarder position organization`,
    ),
    ['Typed by the owner', 'Typed again'],
  ],
  [
    'lines',
    named('text description details content embed summary reference roles highlights keywords'),
    ['Typed by\r\nthe owner', 'Typed\r\nagain'],
  ],
  // A period starts before it ends.
  ['date', named('start'), ['1900-01-01', '1901-02-03']],
  ['date', named('birthdate createDate end'), ['2050-12-31', '2051-01-01']],
  ['date', named('startDate'), ['1900', '1901-02']],
  ['date', named('endDate date releaseDate'), ['2050', '2051-02']],
  ['choice', named('culture'), ['de_DE', 'fr_FR']],
  ['choice', named('professionalStatus availability contractType'), ['1', '2']],
  ['choice', named('country'), ['DEU', 'ITA']],
  ['choice', named('state'), ['5', '6']],
  ['check box', named('DriversLicence'), ['1', '']],
  ['level', named('level'), ['37', '0']],
  ['address', named('url'), ['https://example.org/typed?a=b', 'https://example.org/again']],
];

/** The name in the API of a field that may be in a row of the form. */
export const nameOf = (field: string): string => field.replace(/\.\d+$/, '');

/** Returns a change of each field of a form, except for those of blank rows. */
export function changesOf(fields: Fields): FieldChange[] {
  // A check box that is not checked is not submitted.
  const names = new Set([...Object.keys(fields), ...('birthdate' in fields ? ['DriversLicence'] : [])]);
  return [...names].filter((name) => canChange(name, fields)).flatMap((name) => changeOf(name, fields) ?? []);
}

function canChange(name: string, { rows = '0', country, state }: Fields): boolean {
  const [, row] = /\.(\d+)$/.exec(name) ?? [];
  if (row !== undefined) return Number(row) < Number(rows);
  // Another country would also remove the state.
  if (name === 'country') return (state ?? '') === '';
  return name !== 'state' || country === 'USA';
}

function changeOf(name: string, fields: Fields): FieldChange | undefined {
  const [kind, , values] = KINDS.find(([, names]) => names.has(nameOf(name))) ?? [];
  if (kind === undefined || values === undefined) return undefined;
  const [value, other] = values;
  const { [name]: shown, ...others } = fields;
  const next = shown === value ? other : value;
  return { name, kind, changed: kind === 'check box' && next === '' ? others : { ...others, [name]: next } };
}
