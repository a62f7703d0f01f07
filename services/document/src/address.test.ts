import { formatAddress, formatPlace } from './address.ts';
import { type Locale, localeOf } from './locale.ts';

const english = localeOf('en_US');
type Parts = { street: string; zipcode: string; city: string; country: string; state?: number; region?: string };
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
    ['SGP', '1 Orchard Road', '238801', 'Singapore', '1 Orchard Road, Singapore 238801'],
    ['SGP', '1 Orchard Road', '238801', '', '1 Orchard Road, Singapore 238801'],
    ['HKG', '1 Queen’s Road Central', '', 'Hong Kong', '1 Queen’s Road Central, Hong Kong'],
    ['SGP', '1 Orchard Road', 'Singapore 238801', 'SG', '1 Orchard Road, SG 238801'],
    ['HKG', '1 Nathan Road', '999077', 'Kowloon', '1 Nathan Road, Kowloon, Hong Kong'],
    ['HKG', '1 Nathan Road', '', 'Tsim Sha Tsui, Hong Kong', '1 Nathan Road, Tsim Sha Tsui, Hong Kong'],
    ['HKG', '1 Nathan Road', '', 'Hong Kong SAR', '1 Nathan Road, Hong Kong SAR'],
    ['FIN', 'A-A-1 Street', 'FI-00100', 'Helsinki', 'A-A-1 Street, FI-00100 Helsinki, Finland'],
    ['MAC', 'Avenida da Praia Grande 1', '', 'Macau', 'Avenida da Praia Grande 1, Macau'],
    ['FIN', 'Katu 1', 'FI-00100', 'Helsinki', 'Katu 1, FI-00100 Helsinki, Finland'],
    ['FIN', 'Katu 1', '00100', 'Helsinki', 'Katu 1, FI-00100 Helsinki, Finland'],
    ['CHE', 'Gasse 1', 'CH-8001', 'Zürich', 'Gasse 1, CH-8001 Zürich, Switzerland'],
    ['LUX', '1 rue X', 'L-1234', 'Esch', '1 rue X, L-1234 Esch, Luxembourg'],
  ])('of %s has the order of its country', (country, street, zipcode, city, written) => {
    const state = country === 'USA' ? { state: 5 } : {};
    expect(write({ country, street, zipcode, city, ...state })).toBe(written);
  });

  test.each([
    ['ITA', 'Via Dante 4', '20121', 'Milano', 'MI', 'Via Dante 4, 20121 Milano MI, Italy'],
    ['ITA', 'Via Dante 4', '20121', 'Milano', 'Lombardia', 'Via Dante 4, 20121 Milano, Lombardia, Italy'],
    ['BRA', 'Av. Brasil 1', '13010-001', 'Campinas', 'SP', 'Av. Brasil 1, Campinas - SP, 13010-001, Brazil'],
    ['CAN', '1 Front St', 'M5J 2N1', 'Toronto', 'ON', '1 Front St, Toronto ON M5J 2N1, Canada'],
    ['CAN', '1 Front St', 'M5J 2N1', 'Toronto', 'CA-ON', '1 Front St, Toronto ON M5J 2N1, Canada'],
    ['AUS', '1 George St', '2000', 'Sydney', 'NSW', '1 George St, Sydney NSW 2000, Australia'],
    ['ESP', 'C. Mayor 1', '28100', 'Alcobendas', 'Madrid', 'C. Mayor 1, 28100 Alcobendas, Madrid, Spain'],
    ['MEX', 'Av. Juárez 1', '44100', 'Guadalajara', 'Jalisco', 'Av. Juárez 1, 44100 Guadalajara, Jalisco, Mexico'],
    ['IND', '1 MG Road', '560001', 'Bengaluru', 'Karnataka', '1 MG Road, Bengaluru 560001, Karnataka, India'],
    ['JPN', '1-2-3 Jinnan', '150-0041', 'Shibuya', 'Tokyo', '1-2-3 Jinnan, Shibuya, Tokyo, 150-0041, Japan'],
    ['KOR', '231 Teheran-ro', '06142', 'Gangnam-gu', 'Seoul', '231 Teheran-ro, Gangnam-gu, Seoul, 06142, South Korea'],
    ['FRA', '12 rue de Lyon', '75012', 'Paris', 'Île-de-France', '12 rue de Lyon, 75012 Paris, France'],
    ['DEU', 'Pariser Platz 1', '10117', 'Berlin', 'Brandenburg', 'Pariser Platz 1, 10117 Berlin, Germany'],
    ['ESP', 'C. Mayor 1', '28013', 'Madrid', 'Madrid', 'C. Mayor 1, 28013 Madrid, Spain'],
    ['JPN', '1-2-3 Jinnan', '150-0041', 'Shibuya', 'JP-13', '1-2-3 Jinnan, Shibuya, 150-0041, Japan'],
  ])('of %s has the region where its country writes one: %s %s %s %s', (...row) => {
    const [country, street, zipcode, city, region, written] = row;
    expect(write({ country, street, zipcode, city, region })).toBe(written);
  });

  test('names a city that is also a country only once', () => {
    const place = (isoCode: string, city: string) => formatPlace({ city, country: { isoCode } }, english);
    expect(place('SGP', 'Singapore')).toBe('Singapore');
    expect(place('HKG', 'Hong Kong')).toBe('Hong Kong');
    expect(place('HKG', 'Kowloon')).toBe('Kowloon, Hong Kong');
    expect(place('HKG', 'Kowloon, Hong Kong')).toBe('Kowloon, Hong Kong');
    expect(place('MAC', 'Macau')).toBe('Macau');
  });

  test('has the state of a CV in the USA, not the imported region', () => {
    const american = { country: 'USA', street: '1 Main St', zipcode: '94102', city: 'San Francisco', state: 5 };
    expect(write({ ...american, region: 'CA' })).toBe(write(american));
  });

  test.each([
    ['ja', 'JPN', '神南1-2-3', '150-0041', '渋谷区', '東京都', '〒150-0041 東京都渋谷区神南1-2-3'],
    ['ja', 'JPN', '丸の内1-2', '〒100-0005', '東京都千代田区', '東京都', '〒100-0005 東京都千代田区丸の内1-2'],
    ['ja', 'JPN', '東京都渋谷区神南1-2-3', '', '渋谷区', '東京都', '東京都渋谷区神南1-2-3'],
    ['ko', 'KOR', '테헤란로 231', '06142', '강남구', '서울특별시', '서울특별시 강남구 테헤란로 231 (06142)'],
    ['ko', 'KOR', '', '', '강남구', '서울특별시', '서울특별시 강남구'],
    ['zh', 'TWN', '信義路五段7號', '110', '信義區', '台北市', '110 台北市信義區信義路五段7號'],
    ['zh', 'TWN', '信義路五段7號', '', '信義區', '台北市', '台北市信義區信義路五段7號'],
    ['zh', 'CHN', '长安街1号', '100006', '北京市', '北京市', '100006 北京市长安街1号'],
    ['zh', 'CHN', '天河路1号', '510620', '广州市', '广东省', '510620 广东省广州市天河路1号'],
    ['ko', 'KOR', '서울숲길 17', '04766', '서울', '', '서울 서울숲길 17 (04766)'],
    ['ko', 'KOR', '부산대학로63번길 2', '46241', '부산', '', '부산 부산대학로63번길 2 (46241)'],
    ['ko', 'KOR', '서울특별시 강남구 테헤란로 231', '', '강남구', '서울특별시', '서울특별시 강남구 테헤란로 231'],
    ['ko', 'KOR', '', '', '서울', '서울', '서울'],
    ['ko', 'KOR', '서울숲길 17', '', '', '서울', '서울 서울숲길 17'],
    ['zh', 'CHN', '中山三路2号', '528403', '中山', '广东省', '528403 广东省中山中山三路2号'],
    ['zh', 'CHN', '中山市中山三路2号', '528403', '中山市', '广东省', '528403 广东省中山市中山三路2号'],
    ['ja', 'JPN', '京都駅前1-2', '', '京都', '', '京都京都駅前1-2'],
    ['en', 'JPN', '神南1-2-3', '150-0041', '渋谷区', '東京都', '〒150-0041 東京都渋谷区神南1-2-3, Japan'],
    ['zh', 'HKG', '皇后大道中1號', '', '中環', '', '香港中環皇后大道中1號'],
    ['zh', 'SGP', '乌节路1号', '238801', '新加坡', '', '新加坡乌节路1号 238801'],
    ['zh', 'SGP', '乌节路1号', '238801', 'Singapore', '', '新加坡乌节路1号 238801'],
    ['zh', 'HKG', '皇后大道中1號', '', '香港', '', '香港皇后大道中1號'],
    ['zh', 'JPN', '神南1-2-3', '150-0041', '渋谷区', '東京都', '日本，〒150-0041 東京都渋谷区神南1-2-3'],
  ] as const)('in East Asian characters begins with the largest area: %s %s', (...row) => {
    const [language, country, street, zipcode, city, region, written] = row;
    expect(write({ country, street, zipcode, city, region }, localeOf('en_US', language))).toBe(written);
  });

  test('keeps its city if the format of the country has none, and has no gaps where parts are missing', () => {
    expect(write({ country: 'JPN', street: '', zipcode: '', city: 'Tokyo' })).toBe('Tokyo, Japan');
    expect(write({ country: 'FRA', street: '', zipcode: '', city: '' })).toBe('France');
    expect(write({ country: '', street: 'Hauptstraße 1', zipcode: '10117', city: '' })).toBe('Hauptstraße 1, 10117');
  });
});
