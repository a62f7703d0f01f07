import { hasMoved } from './moved-address.ts';

describe('an owner', () => {
  test.each([
    ['another city', { city: 'Sao Paulo', isoCode: 'BRA' }, { city: 'Rio de Janeiro', isoCode: 'BRA' }],
    ['the same city of another country', { city: 'London', isoCode: 'GBR' }, { city: 'London', isoCode: 'CAN' }],
    ['no city any more', { city: 'London', isoCode: 'GBR' }, { city: null, isoCode: 'GBR' }],
  ])('has moved if the address has %s', (_case, former, current) => {
    expect(hasMoved(former, current)).toBe(true);
  });

  test.each([
    ['the same place', { city: 'London', isoCode: 'GBR' }, { city: 'London', isoCode: 'GBR' }],
    ['a city that it lacked', { isoCode: 'DEU' }, { city: 'München', isoCode: 'DEU' }],
    ['a country that it lacked', { city: 'Toronto', isoCode: null }, { city: 'Toronto', isoCode: 'CAN' }],
    ['another spelling', { city: 'Sao Paulo ', isoCode: 'BRA' }, { city: 'São Paulo', isoCode: 'BRA' }],
    ['the beginning of a long name', { city: 'x'.repeat(300) }, { city: 'x'.repeat(255) }],
  ])('has not moved if the address has %s', (_case, former, current) => {
    expect(hasMoved(former, current)).toBe(false);
  });
});
