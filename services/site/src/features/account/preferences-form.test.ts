import { type CodeTableName, codeElements } from '@vitae/proto/code-tables';
import { countryCodes } from '@vitae/proto/country-codes';
import { type EmploymentPreferences, employmentPreferencesInput } from '@vitae/proto/employment-preferences';
import fc from 'fast-check';
import { preferencesOf, textsOf } from './preferences-form.ts';

const codeOf = (table: CodeTableName) => fc.constantFrom(0, ...codeElements(table).map(({ id }) => id));
const codesOf = (table: CodeTableName) =>
  fc.uniqueArray(fc.constantFrom(...codeElements(table).map(({ id }) => ({ id }))), { maxLength: 5 });
const line = fc.string({ maxLength: 20, unit: 'grapheme' }).map((text) =>
  text
    .replace(/\p{Cc}/gu, '')
    .slice(0, 20)
    .toWellFormed(),
);
const coordinate = (max: number) =>
  fc.double({ min: -max, max, noNaN: true }).map((number) => Number(number.toFixed(9)) + 0);
const mobility = fc
  .record({
    perimeter: fc.option(fc.integer({ min: 0, max: 100_000 })),
    country: fc.option(fc.constantFrom(...countryCodes).map((isoCode) => ({ isoCode }))),
    city: fc.option(fc.record({ name: line, zip: line, lat: coordinate(90), lng: coordinate(180) }), {
      nil: undefined,
    }),
  })
  // A place without anything is not shown.
  .filter(({ perimeter, country, city }) => perimeter !== null || country !== null || city !== undefined);

const preferences = fc.record({
  seniority: codeOf('seniority'),
  educationLevel: codeOf('educationLevel'),
  businessTrip: codeOf('businessTrip'),
  disabled: fc.boolean(),
  personalVehicle: fc.boolean(),
  grossSalaryMin: codeOf('grossSalary').map(String),
  grossSalaryMax: fc.constant('0'),
  nationality: codeOf('nationality'),
  positions: codesOf('positions').map((position) => ({ position })),
  business: codesOf('business').map((business) => ({ business })),
  mobilities: fc.array(mobility, { maxLength: 4 }).map((list) => ({ mobility: list })),
  contractTypes: codesOf('contractType').map((contractType) => ({ contractType })),
  hoursNumber: codesOf('hoursNumber').map((hoursNumber) => ({ hoursNumber })),
});

test('preferences that are shown and saved unchanged remain the same', () => {
  fc.assert(
    fc.property(preferences, (wanted) => {
      const stored = employmentPreferencesInput.parse(wanted);
      const submitted = preferencesOf(textsOf({ ...stored, updatedAt: '' } as EmploymentPreferences));
      expect('body' in submitted && employmentPreferencesInput.parse(submitted.body)).toEqual(stored);
    }),
  );
});

test('preferences that were never set can be saved', () => {
  const { updatedAt: _none, ...empty } = employmentPreferencesInput.parse({});
  const never = { ...empty, updatedAt: '', seniority: null, grossSalaryMin: null, nationality: null };
  const submitted = preferencesOf(textsOf(never as EmploymentPreferences));
  expect('body' in submitted && employmentPreferencesInput.parse(submitted.body)).toEqual(empty);
});
