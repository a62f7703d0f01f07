import { findCities } from './city-coordinates.ts';

const MUNICH = { lat: '48.13743', lng: '11.57549' };

test.each([
  ['DEU', 'Munich', MUNICH],
  ['DEU', ' MÜNCHEN', MUNICH],
  ['DEU', 'Monaco di Baviera', MUNICH],
  ['FRA', 'saint etienne', { lat: '45.43389', lng: '4.39' }],
  ['JPN', '東京', { lat: '35.6895', lng: '139.69171' }],
  ['GBR', 'London', { lat: '51.50853', lng: '-0.12574' }],
  ['CAN', 'London', { lat: '42.98339', lng: '-81.23304' }],
  ['FRA', 'Munich', undefined],
  ['', 'Munich', undefined],
  ['XYZ', 'Munich', undefined],
])('country %j, city %j', async (country, city, expected) => {
  expect(await findCities([{ country, city }])).toEqual([expected]);
});

test('the largest of several cities with the same name counts', async () => {
  const [springfield] = await findCities([{ country: 'USA', city: 'Springfield' }]);
  expect(springfield).toEqual({ lat: '37.21533', lng: '-93.29824' });
});

test('concurrent searches do not mix', async () => {
  const searches = ['Rome', 'Milan', 'Rome'].map((city) => findCities([{ country: 'ITA', city }]));
  const [rome, milan, again] = await Promise.all(searches);
  expect(again).toEqual(rome);
  expect(milan).not.toEqual(rome);
});
