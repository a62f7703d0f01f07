import { cultures } from './culture.ts';
import { formatDate, formatPeriod, yearsBetween } from './dates.ts';
import { localeOf } from './locale.ts';

const american = localeOf('en_US');

describe('dates and periods', () => {
  test.each([
    ['fr_FR', 'juin 2019 – févr. 2021', 'juin 2019 – sept. 2019', 'mars 2021 – aujourd’hui'],
    ['en_US', 'Jun 2019 – Feb 2021', 'Jun 2019 – Sep 2019', 'Mar 2021 – present'],
    ['en_UK', 'Jun 2019 – Feb 2021', 'Jun 2019 – Sept 2019', 'Mar 2021 – present'],
    ['it_IT', 'giu 2019 – feb 2021', 'giu 2019 – set 2019', 'mar 2021 – oggi'],
    ['es_ES', 'jun 2019 – feb 2021', 'jun 2019 – sept 2019', 'mar 2021 – actualidad'],
    ['de_DE', 'Juni 2019 – Feb. 2021', 'Juni 2019 – Sept. 2019', 'März 2021 – heute'],
  ] as const)('formats periods for %s', (culture, years, months, ongoing) => {
    expect(formatPeriod({ start: '2019-06-01', end: '2021-02-28' }, localeOf(culture))).toBe(years);
    expect(formatPeriod({ start: '2019-06-01', end: '2019-09-28' }, localeOf(culture))).toBe(months);
    expect(formatPeriod({ start: '2021-03-01', end: '', ongoing: true }, localeOf(culture))).toBe(ongoing);
  });

  test.each([
    ['ja', '2019/06 – 2019/09', '2021/03 – 現在', '2014'],
    ['ko', '2019.06 – 2019.09', '2021.03 – 현재', '2014'],
    ['zh', '2019.06 – 2019.09', '2021.03 – 至今', '2014'],
    ['ar', 'يونيو 2019 – سبتمبر 2019', 'مارس 2021 – حتى الآن', '2014'],
    ['hu', '2019. jún. – 2019. szept.', '2021. márc. – jelenleg', '2014'],
    ['uk', 'черв. 2019 – вер. 2019', 'бер. 2021 – дотепер', '2014'],
    ['cs', '6/2019 – 9/2019', '3/2021 – dosud', '2014'],
    ['fi', '6/2019 – 9/2019', '3/2021 – nykyhetki', '2014'],
    ['hi', '6/2019 – 9/2019', '3/2021 – वर्तमान', '2014'],
    ['pt', 'jun. 2019 – set. 2019', 'mar. 2021 – atual', '2014'],
    ['bg', '06.2019 – 09.2019', '03.2021 – досега', '2014'],
    ['pl', 'cze 2019 – wrz 2019', 'mar 2021 – obecnie', '2014'],
    ['da', 'jun. 2019 – sep. 2019', 'mar. 2021 – nu', '2014'],
    ['el', 'Ιουν 2019 – Σεπ 2019', 'Μαρ 2021 – σήμερα', '2014'],
    ['he', 'יוני 2019 – ספט׳ 2019', 'מרץ 2021 – היום', '2014'],
    ['hr', 'lip 2019. – ruj 2019.', 'ožu 2021. – danas', '2014.'],
    ['nb', 'juni 2019 – sep. 2019', 'mars 2021 – nå', '2014'],
    ['nl', 'jun 2019 – sep 2019', 'mrt 2021 – heden', '2014'],
    ['ro', 'iun. 2019 – sept. 2019', 'mar. 2021 – prezent', '2014'],
    ['sv', 'juni 2019 – sep. 2019', 'mars 2021 – nu', '2014'],
    ['tr', 'Haz 2019 – Eyl 2019', 'Mar 2021 – günümüz', '2014'],
  ] as const)('formats periods in a language without a culture: %s', (language, months, ongoing, year) => {
    const locale = localeOf('en_US', language);
    expect(formatPeriod({ start: '2019-06-01', end: '2019-09-28' }, locale)).toBe(months);
    expect(formatPeriod({ start: '2021-03-01', end: '', ongoing: true }, locale)).toBe(ongoing);
    expect(formatDate('2014', locale)).toContain(year);
  });

  test('shows no month for a date with a year only', () => {
    expect(formatPeriod({ start: '2014', end: '2016-05' }, american)).toBe('2014 – May 2016');
    expect(formatPeriod({ start: '2014', end: '2014' }, american)).toBe('2014');
    expect(formatPeriod({ start: '2016-05', end: '2016' }, american)).toBe('May 2016 – 2016');
    expect(formatPeriod({ start: '2016-05', end: '2015' }, american)).toBe('May 2016');
  });

  test('ignores an end before the start, a missing start and invalid dates', () => {
    expect(formatPeriod({ start: '2020-01-01', end: '2010-01-01' }, american)).toBe('Jan 2020');
    expect(formatPeriod({ start: '', end: '2010-01-01' }, american)).toBe('Jan 2010');
    expect(cultures.map((culture) => formatDate('last summer', localeOf(culture)))).toEqual(cultures.map(() => ''));
    expect(formatDate('2020-13-01', american)).toBe('');
  });

  test('counts a new year of age on the birthday', () => {
    expect(yearsBetween('1990-11-22', Date.UTC(2026, 10, 21))).toBe(35);
    expect(yearsBetween('1990-11-22', Date.UTC(2026, 10, 22))).toBe(36);
    expect(yearsBetween('', 0)).toBeNull();
    expect(yearsBetween('2990-01-01', Date.UTC(2026, 0, 1))).toBeNull();
  });
});
