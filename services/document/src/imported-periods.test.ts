import { buildDocument } from './build-document.ts';
import type { Entry, Section } from './document-model.ts';
import { importedPeriods } from './imported-periods.ts';
import { sampleSource } from './sample-source.ts';

type Dates = { startDate?: unknown; endDate?: unknown };

/** Returns the periods of a job and a degree that were imported with the dates, as documents show them. */
function periodsOf(start: string, end: string, imported: Dates, language?: 'ja' | 'uk'): (string | null)[] {
  const { cv, ...source } = sampleSource({ resume: { work: [imported], education: [imported] } });
  const experience = cv.experiences.experience.map((one) => ({ ...one, start, end }));
  const education = cv.educations.education.map((one) => ({ ...one, start, end }));
  const edited = { ...cv, experiences: { experience }, educations: { education } };
  const { sections } = buildDocument({ ...source, cv: edited, ...(language ? { language } : {}) }, 0);
  const entries = (kind: Section['kind']): Entry[] =>
    sections.flatMap((one) => (one.kind === kind && one.content === 'entries' ? one.entries : []));
  return [...entries('experiences'), ...entries('educations')].map(({ period }) => period);
}

describe('the period of an imported job or degree', () => {
  test.each([
    ['2007-01-01', '2011-12-31', '2007', '2011', '2007 – 2011'],
    ['2007-01-01', '2011-12-31', 2007, ' 2011 ', '2007 – 2011'],
    ['2011-01-01', '2016-05-31', '2011', '2016-05', '2011 – May 2016'],
    ['2016-05-01', '2016-12-31', '2016-05', '2016', 'May 2016 – 2016'],
    ['2011-01-01', '2011-12-31', '2011', '2011', '2011'],
    ['2011-01-01', '', '2011', undefined, '2011 – present'],
  ])(
    'from %s to %s is shown with the years that were imported without months',
    (start, end, startDate, endDate, shown) => {
      expect(periodsOf(start, end, { startDate, endDate })).toEqual([shown, shown]);
    },
  );

  test.each([
    ['ja', '2002 – 2005'],
    ['uk', '2002 – 2005'],
  ] as const)('has no months in other languages: %s', (language, shown) => {
    const imported = { startDate: '2002', endDate: '2005' };
    expect(periodsOf('2002-01-01', '2005-12-31', imported, language)).toEqual([shown, shown]);
  });

  test('has the month of a date that was imported with one, or that the owner edited', () => {
    const shown = ['Jan 2007 – Dec 2011', 'Jan 2007 – Dec 2011'];
    expect(periodsOf('2007-01-01', '2011-12-31', { startDate: '2007-01', endDate: '2011-12-31' })).toEqual(shown);
    expect(periodsOf('2007-01-15', '2011-12-01', { startDate: '2007', endDate: '2011' })).toEqual(shown);
    expect(periodsOf('2007-01-01', '2011-12-31', { startDate: '2008', endDate: 'later' })).toEqual(shown);
    expect(importedPeriods([{ start: '2007-01-01', end: '' }], [])).toEqual([{ start: '2007-01-01', end: '' }]);
  });
});
