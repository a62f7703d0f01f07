import { isDeepStrictEqual } from 'node:util';
import { type CodeTableName, codeExists } from '@vitae/proto/code-tables';
import { type EmploymentPreferences, employmentPreferencesInput } from '@vitae/proto/employment-preferences';
import { z } from 'zod';
import type { Form } from '../../layout/form.ts';
import { NUMBER } from './only-numbers.ts';

/** Fields with one code, and the tables of their codes. */
export const choiceTables = {
  seniority: 'seniority',
  educationLevel: 'educationLevel',
  nationality: 'nationality',
  businessTrip: 'businessTrip',
  grossSalaryMin: 'grossSalary',
  grossSalaryMax: 'grossSalary',
} as const satisfies Record<string, CodeTableName>;

/** Fields with several codes: their tables, and the names of the lists in the API. */
export const listTables = {
  positions: { table: 'positions', item: 'position' },
  business: { table: 'business', item: 'business' },
  contractTypes: { table: 'contractType', item: 'contractType' },
  hoursNumber: { table: 'hoursNumber', item: 'hoursNumber' },
} as const satisfies Record<string, { table: CodeTableName; item: string }>;

export const flags = ['disabled', 'personalVehicle'] as const;
export const placeFields = ['country', 'city', 'zip', 'perimeter', 'lat', 'lng'] as const;

export type Choice = keyof typeof choiceTables;
export type List = keyof typeof listTables;
export type Flag = (typeof flags)[number];
export type PlaceField = (typeof placeFields)[number];
export type Place = Record<PlaceField, string>;

/** Preferences as texts of form fields: codes as digits, "" if not specified. */
export type PreferenceTexts = Record<Choice, string> &
  Record<Flag, boolean> &
  Record<List, string[]> & { places: Place[] };

/** What is wrong with a field, by its name in the form. */
export type PreferenceFault =
  | 'choice'
  | 'tooMany'
  | 'salary'
  | 'line'
  | 'unknownCity'
  | 'latitude'
  | 'longitude'
  | 'perimeter';
export type PreferenceFaults = Record<string, PreferenceFault>;

export const MAX_PLACES = 100;
export const placeName = (index: number, field: PlaceField) => `place-${index}-${field}`;
/** The name of a hidden field with the city to which the coordinates of a place belong. */
export const locationName = (index: number) => `place-${index}-location`;
export const locationOf = ({ lat, lng, country, city }: Place) =>
  lat === '' && lng === '' ? '' : `${lat} ${lng} ${country} ${city}`;

const noPlace: Place = { country: '', city: '', zip: '', lat: '', lng: '', perimeter: '' };
const choices = Object.keys(choiceTables) as Choice[];
const lists = Object.keys(listTables) as List[];

/** The texts of stored preferences. */
export function textsOf(preferences: EmploymentPreferences): PreferenceTexts {
  const listed = (name: List) => (Object.values(preferences[name])[0] as { id: number }[]).map(({ id }) => String(id));
  return {
    ...(Object.fromEntries(choices.map((name) => [name, codeText(preferences[name])])) as Record<Choice, string>),
    ...(Object.fromEntries(lists.map((name) => [name, listed(name)])) as Record<List, string[]>),
    disabled: preferences.disabled,
    personalVehicle: preferences.personalVehicle,
    places: preferences.mobilities.mobility.map(({ perimeter, country, city }) => ({
      country: country?.isoCode ?? '',
      city: city?.name ?? '',
      zip: city?.zip ?? '',
      lat: String(city?.lat ?? ''),
      lng: String(city?.lng ?? ''),
      perimeter: String(perimeter ?? ''),
    })),
  };
}

const codeText = (value: number | string | null) => (Number(value) === 0 ? '' : String(value));

const text = z.string().optional();
const repeated = z.union([z.string().transform((value) => [value]), z.array(z.string())]).default([]);
const formShape: Record<string, z.ZodType> = {
  revision: z.string().regex(NUMBER),
  use: text,
  ...Object.fromEntries([...choices, ...flags].map((name) => [name, text])),
  ...Object.fromEntries(lists.map((name) => [name, repeated])),
  ...Object.fromEntries(
    Array.from({ length: MAX_PLACES }, (_, index) =>
      [locationName(index), ...placeFields.map((field) => placeName(index, field))].map((name) => [name, text]),
    ).flat(),
  ),
};

/** `use` is the name of a field whose stored value replaces the submitted one, "" for none. */
export type SubmittedPreferences = { texts: PreferenceTexts; revision: number; use: string };

/** Reads the form. Places without any text are left out. */
export function submittedPreferences(form: Form): SubmittedPreferences {
  const fields = form.parse(formShape) as Record<string, string | string[] | undefined>;
  const textOf = (name: string) => (fields[name] as string | undefined) ?? '';
  const places = Array.from({ length: MAX_PLACES }, (_, index) => {
    const place = Object.fromEntries(placeFields.map((field) => [field, textOf(placeName(index, field))])) as Place;
    return withoutOldCoordinates(place, textOf(locationName(index)));
  });
  return {
    revision: Number(fields.revision),
    use: textOf('use'),
    texts: {
      ...(Object.fromEntries(choices.map((name) => [name, textOf(name)])) as Record<Choice, string>),
      ...(Object.fromEntries(lists.map((name) => [name, fields[name]])) as Record<List, string[]>),
      disabled: fields.disabled !== undefined,
      personalVehicle: fields.personalVehicle !== undefined,
      places: places.filter((place) => Object.values(place).some((value) => value.trim() !== '')),
    },
  };
}

/** The fields in which the stored preferences differ. */
export function changedPreferences(texts: PreferenceTexts, stored: PreferenceTexts): (keyof PreferenceTexts)[] {
  const isSame = (name: keyof PreferenceTexts) =>
    isDeepStrictEqual(sortedCodes(texts, name), sortedCodes(stored, name));
  return (Object.keys(stored) as (keyof PreferenceTexts)[]).filter((name) => !isSame(name));
}

/** The order of codes has no meaning, unlike that of places. */
function sortedCodes(texts: PreferenceTexts, name: keyof PreferenceTexts): unknown {
  return Object.hasOwn(listTables, name) ? texts[name as List].toSorted() : texts[name];
}

/** Replaces the value of the field whose button "Use the saved value" was pressed. */
export function withStoredPreference(texts: PreferenceTexts, stored: PreferenceTexts, use: string): PreferenceTexts {
  return Object.hasOwn(stored, use) ? { ...texts, [use]: stored[use as keyof PreferenceTexts] } : texts;
}

type FindCities = (cities: readonly Place[]) => Promise<(Partial<Place> | undefined)[]>;

/** Adds the coordinates of cities for which the owner has not entered any. */
async function withCoordinates(texts: PreferenceTexts, find: FindCities): Promise<PreferenceTexts> {
  const missing = texts.places.filter(lacksCoordinates);
  if (missing.length === 0) return texts;
  const found = await find(missing);
  const places = texts.places.map((place) => ({ ...place, ...found[missing.indexOf(place)] }));
  return { ...texts, places };
}

const lacksCoordinates = ({ city, lat, lng }: Place) => city.trim() !== '' && lat.trim() === '' && lng.trim() === '';

/** Removes the coordinates of the city that was in the form before the owner replaced it. */
function withoutOldCoordinates(place: Place, before: string): Place {
  const isOld = before !== locationOf(place) && before.startsWith(`${place.lat} ${place.lng} `);
  return isOld ? { ...place, lat: '', lng: '' } : place;
}

export type CheckedPreferences = { body: unknown } | { faults: PreferenceFaults };

/** The preferences for the API, or what is wrong with them. Validates as the API does. */
export function preferencesOf(texts: PreferenceTexts): CheckedPreferences {
  const body = {
    ...Object.fromEntries(choices.map((name) => [name, choiceOf(name, texts[name])])),
    disabled: texts.disabled,
    personalVehicle: texts.personalVehicle,
    ...Object.fromEntries(
      lists.map((name) => [name, { [listTables[name].item]: texts[name].map((id) => ({ id: numberOf(id) })) }]),
    ),
    mobilities: { mobility: texts.places.map(mobilityOf) },
  };
  const issues = employmentPreferencesInput.safeParse(body).error?.issues ?? [];
  if (issues.length === 0) return { body };
  return { faults: Object.fromEntries(issues.map((issue) => faultOf(issue, texts))) };
}

/**
 * Adds the coordinates of cities, and returns the preferences for the API, or what is wrong with them. Cities are searched
 * only if everything else is valid.
 */
export async function locatedPreferencesOf(
  texts: PreferenceTexts,
  find: FindCities,
): Promise<{ texts: PreferenceTexts } & CheckedPreferences> {
  const checked = preferencesOf(texts);
  if ('body' in checked) return { texts, ...checked };
  const others = Object.entries(checked.faults).filter(([, fault]) => fault !== 'unknownCity');
  if (others.length > 0) return { texts, faults: Object.fromEntries(others) };
  const located = await withCoordinates(texts, find);
  return { texts: located, ...preferencesOf(located) };
}

function choiceOf(name: Choice, typed: string): unknown {
  if (typed === '') return null;
  return choiceTables[name] === 'grossSalary' ? typed : numberOf(typed);
}

function mobilityOf({ country, city, zip, lat, lng, perimeter }: Place): unknown {
  const isCity = [city, zip, lat, lng].some((value) => value.trim() !== '');
  return {
    perimeter: perimeter.trim() === '' ? null : numberOf(perimeter),
    country: country === '' ? null : { isoCode: country },
    ...(isCity && { city: { name: city, zip, lat: numberOf(lat), lng: numberOf(lng) } }),
  };
}

/** Owners may type a decimal comma. Other texts stay texts, so that they are rejected. */
function numberOf(text: string): number | string {
  const typed = text.trim();
  return /^-?\d{1,15}([.,]\d{1,25})?(e-\d{1,3})?$/.test(typed) ? Number(typed.replace(',', '.')) : typed;
}

function faultOf({ path, code }: z.core.$ZodIssue, texts: PreferenceTexts): [name: string, PreferenceFault] {
  const [field, , index, ...within] = path.map(String);
  if (field === 'mobilities')
    return index === undefined
      ? ['places', 'tooMany']
      : placeFault(texts.places[Number(index)] ?? noPlace, Number(index), within);
  if (field && Object.hasOwn(listTables, field)) return [field, code === 'too_big' ? 'tooMany' : 'choice'];
  const isCode = field === 'grossSalaryMax' && codeExists('grossSalary', Number(texts.grossSalaryMax));
  return [field ?? '', isCode ? 'salary' : 'choice'];
}

function placeFault(place: Place, index: number, path: readonly string[]): [name: string, PreferenceFault] {
  const field = path.at(-1) ?? '';
  if ((field === 'lat' || field === 'lng') && lacksCoordinates(place)) return [placeName(index, 'city'), 'unknownCity'];
  if (field === 'lat') return [placeName(index, 'lat'), 'latitude'];
  if (field === 'lng') return [placeName(index, 'lng'), 'longitude'];
  if (field === 'zip') return [placeName(index, 'zip'), 'line'];
  if (field === 'name') return [placeName(index, 'city'), 'line'];
  return field === 'perimeter' ? [placeName(index, 'perimeter'), 'perimeter'] : [placeName(index, 'country'), 'choice'];
}

/** The places that the form shows: those that exist, and empty ones to fill in. */
export function placesShown({ places }: PreferenceTexts): Place[] {
  const empty = Math.min(2, MAX_PLACES - places.length);
  return [...places, ...Array.from({ length: Math.max(0, empty) }, () => noPlace)];
}
