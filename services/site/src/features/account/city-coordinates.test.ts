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
  // Another city was once called York, and is larger.
  ['USA', 'York', { lat: '39.9626', lng: '-76.72774' }],
  ['DEU', 'Halle', { lat: '51.48158', lng: '11.97947' }],
  ['DEU', 'Frankfurt', { lat: '50.11552', lng: '8.68417' }],
  ['CHE', 'St Gallen', { lat: '47.42391', lng: '9.37477' }],
  ['FRA', 'Munich', undefined],
  ['', 'Munich', undefined],
  ['XYZ', 'Munich', undefined],
])('country %j, city %j', async (country, city, expected) => {
  expect(await findCities(1, [{ country, city }])).toEqual([expected]);
});

test('the largest of several cities with the same name counts', async () => {
  const [springfield] = await findCities(1, [{ country: 'USA', city: 'Springfield' }]);
  expect(springfield).toEqual({ lat: '37.21533', lng: '-93.29824' });
});

test('an owner has one search, and another one that waits', async () => {
  const searches = ['Rome', 'Milan', 'Turin'].map((city) => findCities(2, [{ country: 'ITA', city }]));
  await expect(searches[2]).rejects.toMatchObject({ reason: 'rate_limited', retryAfter: 1 });
  const [[rome], [milan], [ofOther]] = await Promise.all([
    searches[0] ?? [],
    searches[1] ?? [],
    findCities(3, [{ country: 'ITA', city: 'Rome' }]),
  ]);
  expect(ofOther).toEqual(rome);
  expect(milan).not.toEqual(rome);
});

test('a search ends when the client disconnects', async () => {
  const disconnected = new AbortController();
  const search = findCities(4, [{ country: 'ITA', city: 'Rome' }], disconnected.signal);
  setImmediate(() => disconnected.abort());
  await expect(search).rejects.toThrow(/abort/i);
});
