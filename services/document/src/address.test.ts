import { formatAddress } from './address.ts';
import { type Locale, localeOf } from './locale.ts';

const english = localeOf('en_US');
type Parts = { street: string; zipcode: string; city: string; country: string; state?: number };
const write = ({ country, ...parts }: Parts, locale: Locale = english) =>
  formatAddress({ ...parts, country: { isoCode: country } }, locale);

describe('an address', () => {
  test.each([
    [
      'USA',
      '123 Tech Street',
      '94102',
      'San Francisco',
      '123 Tech Street, San Francisco, California 94102, United States',
    ],
    ['GBR', '10 Downing Street', 'SW1A 2AA', 'London', '10 Downing Street, London, SW1A 2AA, United Kingdom'],
    ['DEU', 'Pariser Platz 1', '10117', 'Berlin', 'Pariser Platz 1, 10117 Berlin, Germany'],
    ['FRA', '12 rue de Lyon', '75012', 'Paris', '12 rue de Lyon, 75012 Paris, France'],
    ['HUN', 'Fő utca 1.', '1011', 'Budapest', 'Budapest, Fő utca 1., 1011, Hungary'],
    ['BRA', 'Av. Paulista 1', '01310-100', 'São Paulo', 'Av. Paulista 1, São Paulo, 01310-100, Brazil'],
    ['JPN', '1-2 Marunouchi', '100-0005', 'Tokyo', '1-2 Marunouchi, Tokyo, 100-0005, Japan'],
    ['CHN', "1 Chang'an Avenue", '100006', 'Beijing', "1 Chang'an Avenue, Beijing, 100006, China"],
    ['KOR', '1 Sejong-daero', '04524', 'Seoul', '1 Sejong-daero, Seoul, 04524, South Korea'],
  ])('of %s has the order of its country', (country, street, zipcode, city, written) => {
    const state = country === 'USA' ? { state: 5 } : {};
    expect(write({ country, street, zipcode, city, ...state })).toBe(written);
  });

  test.each([
    ['en_US', 'ja', 'JPN', '丸の内1-2', '100-0005', '東京都千代田区', '日本、〒100-0005、東京都千代田区、丸の内1-2'],
    ['en_US', 'zh', 'CHN', '长安街1号', '100006', '北京市', '中国，100006，北京市，长安街1号'],
    ['en_US', 'ko', 'KOR', '세종대로 1', '04524', '서울특별시', '대한민국, 서울특별시, 세종대로 1, 04524'],
  ] as const)('in East Asian characters begins with the largest area: %s %s', (...row) => {
    const [culture, language, country, street, zipcode, city, written] = row;
    expect(write({ country, street, zipcode, city }, localeOf(culture, language))).toBe(written);
  });

  test('keeps its city if the format of the country has none, and has no gaps where parts are missing', () => {
    expect(write({ country: 'SGP', street: '1 Orchard Road', zipcode: '238801', city: 'Singapore' })).toContain(
      'Singapore',
    );
    expect(write({ country: 'JPN', street: '', zipcode: '', city: 'Tokyo' })).toBe('Tokyo, Japan');
    expect(write({ country: 'FRA', street: '', zipcode: '', city: '' })).toBe('France');
    expect(write({ country: '', street: 'Hauptstraße 1', zipcode: '10117', city: '' })).toBe('Hauptstraße 1, 10117');
  });
});
