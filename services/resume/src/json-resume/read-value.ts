import { isObject, type JsonObject, keepAll, type Report } from './report.ts';

/** One place in the document that is being read: its path for the report, and its value. */
export type Place = { path: string; value: unknown };

export function at(parent: string, object: JsonObject, key: string): Place {
  const path = parent === '' ? key : `${parent}.${key}`;
  return { path, value: Object.hasOwn(object, key) ? object[key] : undefined };
}

/** Text of at most `max` characters; undefined when there is none. Wrong types are repaired where their meaning is plain. */
export function readText(report: Report, { path, value }: Place, max: number): string | undefined {
  if (value === undefined) return undefined;
  const text = plainText(value);
  if (text === undefined) {
    if (value === null) report.kept(path, 'is null');
    else keepAll(report, path, value);
    return undefined;
  }
  const short = text.length > max ? cut(text, max) : text;
  if (short !== text) report.repaired(path, `longer than ${max} characters: cut`);
  else if (typeof value !== 'string') report.repaired(path, `${kindOf(value)} read as text`);
  else report.imported(path);
  return short;
}

function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
    return value.join('\n').toWellFormed();
  return undefined;
}

// Never between the halves of a surrogate pair.
function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}

/** The items of a list; one thing alone counts as a list of one. */
export function readList(report: Report, { path, value }: Place, max: number): Place[] {
  if (value === undefined) return [];
  if (isObject(value) || typeof value === 'string') {
    report.repaired(path, 'one thing read as a list of one');
    return [{ path, value }];
  }
  if (!Array.isArray(value)) {
    report.kept(path, `${kindOf(value)} where a list belongs`);
    return [];
  }
  if (value.length === 0) report.imported(path);
  for (const [index, item] of value.slice(max).entries()) keepAll(report, `${path}[${max + index}]`, item);
  return value.slice(0, max).map((item: unknown, index) => ({ path: `${path}[${index}]`, value: item }));
}

/** The lines of a list of texts, empty ones left out. */
export function readTexts(report: Report, place: Place, maxItems: number, maxLength: number): string[] {
  return readList(report, place, maxItems).flatMap((item) => {
    const text = readText(report, item, maxLength);
    return text === undefined || text.trim() === '' ? [] : [text];
  });
}

/** An object to read fields from; anything else is kept and says so. */
export function readObject(report: Report, { path, value }: Place): JsonObject | undefined {
  if (isObject(value)) return value;
  if (value !== undefined) report.kept(path, `${kindOf(value)} where an object belongs`);
  return undefined;
}

/** Says of each field that has no place in the CV that it is kept. */
export function keepOthers(report: Report, path: string, object: JsonObject, read: readonly string[]): void {
  for (const [key, value] of Object.entries(object)) {
    if (!read.includes(key)) keepAll(report, path === '' ? key : `${path}.${key}`, value);
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
