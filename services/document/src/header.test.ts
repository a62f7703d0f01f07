import type { ExportSource } from '@vitae/proto/export-source';
import { buildDocument } from './build-document.ts';
import { sampleSource } from './sample-source.ts';

type Place = { city: string | null; isoCode: string | null };

function addressOf({ city, isoCode }: Place): string | undefined {
  const location = { address: '1 Front St', region: 'ON', city: 'Toronto', countryCode: 'CA' };
  const { cv, ...source }: ExportSource = sampleSource({ culture: 'en_US', resume: { basics: { location } } });
  const country = isoCode === null ? null : { isoCode };
  const userInformation = { ...cv.userInformation, city, zipcode: 'M5J 2N1', country, state: null };
  const shown = buildDocument({ ...source, cv: { ...cv, userInformation } }, 0);
  return shown.header.contacts[0]?.text;
}

describe('the address in a preview', () => {
  test.each([
    ['in the imported place', { city: 'Toronto', isoCode: 'CAN' }, '1 Front St, Toronto ON M5J 2N1, Canada'],
    [
      'if the city is spelled differently',
      { city: 'toronto', isoCode: 'CAN' },
      '1 Front St, toronto ON M5J 2N1, Canada',
    ],
  ])('has the imported street and region %s', (_case, place, written) => {
    expect(addressOf(place)).toBe(written);
  });

  test.each([
    ['to another city', { city: 'Ottawa', isoCode: 'CAN' }, 'Ottawa M5J 2N1, Canada'],
    ['to another country', { city: 'Toronto', isoCode: 'GBR' }, 'Toronto, M5J 2N1, United Kingdom'],
  ])('has neither street nor region if the owner moves %s, before it is saved', (_case, place, written) => {
    expect(addressOf(place)).toBe(written);
  });
});
