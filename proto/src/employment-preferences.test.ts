import fc from 'fast-check';
import { codeElements } from './code-tables.ts';
import { employmentPreferences, employmentPreferencesInput } from './employment-preferences.ts';

const order = [
  'seniority',
  'educationLevel',
  'businessTrip',
  'disabled',
  'personalVehicle',
  'grossSalaryMin',
  'grossSalaryMax',
  'updatedAt',
  'nationality',
  'positions',
  'business',
  'mobilities',
  'contractTypes',
  'hoursNumber',
];

describe('employment preferences', () => {
  test('has the fields of the specification in the same order', () => {
    expect(Object.keys(employmentPreferences.shape)).toEqual(order);
    expect(Object.keys(employmentPreferencesInput.parse({ updatedAt: 'x' }))).toEqual(order);
  });

  test('treats omitted and null fields as not specified', () => {
    const { updatedAt: _updatedAt, ...nothing } = employmentPreferencesInput.parse({});
    expect(nothing).toEqual({
      seniority: 0,
      educationLevel: 0,
      businessTrip: 0,
      disabled: false,
      personalVehicle: false,
      grossSalaryMin: '0',
      grossSalaryMax: '0',
      nationality: 0,
      positions: { position: [] },
      business: { business: [] },
      mobilities: { mobility: [] },
      contractTypes: { contractType: [] },
      hoursNumber: { hoursNumber: [] },
    });
    expect(
      employmentPreferencesInput.parse({ seniority: null, grossSalaryMin: null, positions: { position: null } }),
    ).toMatchObject(nothing);
  });

  test('returns salary codes as strings and accepts numbers', () => {
    expect(employmentPreferencesInput.parse({ grossSalaryMin: 2, grossSalaryMax: '11' })).toMatchObject({
      grossSalaryMin: '2',
      grossSalaryMax: '11',
    });
    for (const wrong of ['12', '02', ' 2', '2.0', '', -1, 1.5, true])
      expect(employmentPreferencesInput.safeParse({ grossSalaryMin: wrong }).success).toBe(false);
  });

  test('requires that the maximum salary is not below the minimum', () => {
    const range = (grossSalaryMin: string, grossSalaryMax: string) =>
      employmentPreferencesInput.safeParse({ grossSalaryMin, grossSalaryMax }).success;
    expect([
      range('4', '4'),
      range('4', '5'),
      range('5', '4'),
      range('5', '1'),
      range('5', '0'),
      range('1', '2'),
    ]).toEqual([true, true, false, true, true, true]);
  });

  test('accepts every code of a table and removes duplicates', () => {
    const ids = (table: 'positions' | 'business' | 'contractType' | 'hoursNumber') =>
      codeElements(table).map(({ id }) => ({ id }));
    const some = fc.subarray(ids('positions'), { maxLength: 50 });
    fc.assert(
      fc.property(some, (position) => {
        expect(
          employmentPreferencesInput.parse({ positions: { position: [...position, ...position] } }).positions,
        ).toEqual({ position });
      }),
    );
    expect(
      employmentPreferencesInput.parse({
        contractTypes: { contractType: ids('contractType') },
        hoursNumber: { hoursNumber: ids('hoursNumber') },
      }),
    ).toBeDefined();
  });
});
