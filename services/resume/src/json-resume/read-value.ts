import { isObject, type JsonObject, type Report, reportKept } from './report.ts';

/** A field of the imported document: its path in the report and its value. */
export type Field = { path: string; value: unknown };

export function fieldAt(parent: string, object: JsonObject, key: string): Field {
  const path = parent === '' ? key : `${parent}.${key}`;
  return { path, value: Object.hasOwn(object, key) ? object[key] : undefined };
}

/** Reads text of at most `max` characters; undefined if there is none. Numbers and lists of strings are converted. */
export function readText(report: Report, { path, value }: Field, max: number): string | undefined {
  if (value === undefined) return undefined;
  const text = plainText(value);
  if (text === undefined) {
    if (value === null) report.kept(path, 'null');
    else reportKept(report, path, value);
    return undefined;
  }
  const truncated = text.length > max ? truncate(text, max) : text;
  if (truncated !== text) report.repaired(path, `truncated to ${max} characters`);
  else if (typeof value !== 'string') report.repaired(path, `converted from ${kindOf(value)} to text`);
  else report.imported(path);
  return truncated;
}

function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
    return value.join('\n').toWellFormed();
  return undefined;
}

/** Cuts a text without splitting a surrogate pair. */
function truncate(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}

/** Reads the items of a list. A single object or string counts as a list with one item. */
export function readList(report: Report, { path, value }: Field, max: number): Field[] {
  if (value === undefined) return [];
  if (isObject(value) || typeof value === 'string') {
    report.repaired(path, 'converted to a list with one item');
    return [{ path, value }];
  }
  if (!Array.isArray(value)) {
    report.kept(path, `expected a list, received ${kindOf(value)}`);
    return [];
  }
  if (value.length === 0) report.imported(path);
  for (const [index, item] of value.slice(max).entries()) reportKept(report, `${path}[${max + index}]`, item);
  return value.slice(0, max).map((item: unknown, index) => ({ path: `${path}[${index}]`, value: item }));
}

/** Reads a list of texts without the empty ones. */
export function readTexts(report: Report, field: Field, maxItems: number, maxLength: number): string[] {
  return readList(report, field, maxItems).flatMap((item) => {
    const text = readText(report, item, maxLength);
    return text === undefined || text.trim() === '' ? [] : [text];
  });
}

/** Reads an object; undefined for other values, which the report mentions. */
export function readObject(report: Report, { path, value }: Field): JsonObject | undefined {
  if (isObject(value)) return value;
  if (value !== undefined) report.kept(path, `expected an object, received ${kindOf(value)}`);
  return undefined;
}

/** Reports all fields that were not read as kept. */
export function reportOtherFields(report: Report, path: string, object: JsonObject, read: readonly string[]): void {
  for (const [key, value] of Object.entries(object)) {
    if (!read.includes(key)) reportKept(report, path === '' ? key : `${path}.${key}`, value);
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
