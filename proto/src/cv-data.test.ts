import { z } from 'zod';
import { codeElements } from './code-tables.ts';
import { cvData, cvInput } from './cv-data.ts';
import { isDay } from './cv-fields.ts';
import { maxNesting } from './cv-items.ts';

const problems = (input: unknown) => cvInput.safeParse(input).error?.issues.map((issue) => issue.path.join('.')) ?? [];

describe('CV data', () => {
  test('has the fields of the specification in the same order', () => {
    expect(Object.keys(cvData.shape)).toEqual([
      'id',
      'userId',
      'title',
      'url',
      'culture',
      'completion',
      'seniority',
      'updatedAt',
      'professionalStatus',
      'availability',
      'blog',
      'userInformation',
      'presentation',
      'experiences',
      'educations',
      'portfolios',
      'links',
      'contacts',
      'skills',
      'interests',
      'printable',
      'published',
      'indexed',
      'protected',
    ]);
  });

  test('fills in empty values for omitted fields', () => {
    expect(JSON.stringify(cvInput.parse({}))).toBe(
      '{"title":"","professionalStatus":0,"availability":0,"blog":{"rss":""},"userInformation":{"birthdate":"","maritalStatus":null,"country":null,"city":null,' +
        '"zipcode":null,"DriversLicence":false},"presentation":{"title":null,"text":""},"experiences":{"experience":[]},"educations":{"education":[]},' +
        '"portfolios":{"portfolio":[]},"links":{"link":[]},"contacts":{"contact":[]},"skills":{"skill":[]},"interests":{"interest":[]}}',
    );
  });

  test('can be converted to JSON Schema for input and output', () => {
    expect(z.toJSONSchema(cvInput, { io: 'input' })).toMatchObject({ type: 'object', additionalProperties: false });
    expect(z.toJSONSchema(cvData, { io: 'output' })).toMatchObject({ required: expect.arrayContaining(['printable']) });
  });

  test('limits the nesting of skills', () => {
    const nested = (levels: number): object =>
      levels === 1 ? { title: 'x' } : { title: 'x', children: { skill: [nested(levels - 1)] } };
    expect(problems({ skills: { skill: [nested(maxNesting)] } })).toEqual([]);
    expect(problems({ skills: { skill: [nested(maxNesting + 1)] } })).toHaveLength(1);
  });

  test.each([
    [{ experiences: { experience: [{ logo: '/logos/../../etc/passwd.png' }] } }, 'experiences.experience.0.logo'],
    [{ experiences: { experience: [{ logo: '//evil.example/x.png' }] } }, 'experiences.experience.0.logo'],
    [{ experiences: { experience: [{ contractType: 13 }] } }, 'experiences.experience.0.contractType'],
    [{ skills: { skill: [{ title: 'x', level: 101 }] } }, 'skills.skill.0.level'],
    [{ skills: { skill: [{ title: 'x', level: 1.5 }] } }, 'skills.skill.0.level'],
    [{ userInformation: { DriversLicence: true } }, 'userInformation.DriversLicence'],
    [{ userInformation: { country: { isoCode: 'FR' } } }, 'userInformation.country.isoCode'],
    [{ userInformation: { country: { isoCode: 'XYZ' } } }, 'userInformation.country.isoCode'],
    [{ userInformation: { country: { isoCode: 'fra' } } }, 'userInformation.country.isoCode'],
    [{ experiences: { experience: [{ country: { isoCode: 'ENG' } }] } }, 'experiences.experience.0.country.isoCode'],
    [{ experiences: { experience: [{}, { start: '2020-02-01', end: '2020-01-31' }] } }, 'experiences.experience.1.end'],
    [{ educations: { education: [{ start: '2020-02-01', end: '2019-02-01' }] } }, 'educations.education.0.end'],
    [{ portfolios: { portfolio: [{ url: 'data:text/html,x' }] } }, 'portfolios.portfolio.0.url'],
    [{ title: 'x'.repeat(256) }, 'title'],
  ])('rejects %j and names the field', (input, path) => {
    expect(problems(input)).toEqual([path]);
  });
});

test.each([
  { start: '2020-01-31', end: '2020-01-31' },
  { start: '2020-01-31', end: '' },
  { start: '', end: '2020-01-31' },
])('accepts the period %j', (period) => {
  expect(problems({ experiences: { experience: [period] }, educations: { education: [period] } })).toEqual([]);
});

test('accepts the code of every nationality in the code tables as a country', () => {
  const codes = codeElements('nationality').map(({ iso }) => iso);
  expect(codes.length).toBeGreaterThan(190);
  expect(codes.filter((isoCode) => problems({ userInformation: { country: { isoCode } } }).length > 0)).toEqual([]);
});

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['1900-02-29', false],
  ['2000-02-29', true],
  ['0099-12-31', true],
  ['2024-13-01', false],
  ['2024-00-10', false],
  ['2024-1-1', false],
])('knows whether %s is a calendar date: %s', (day, is) => {
  expect(isDay(day)).toBe(is);
});
