import { type EditorField, nameOf } from './sections.ts';

export type JsonObject = { [name: string]: unknown };

/** Returns the value at a path, undefined if there is none. */
export function valueAt(from: unknown, path: readonly string[]): unknown {
  let value = from;
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** Returns a copy with another value at a path. `undefined` removes it. Other fields keep their places. */
export function withValueAt(from: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const before = from[name];
  const changed = rest.length === 0 ? value : withValueAt(isObject(before) ? before : {}, rest, value);
  const copy = { ...from, [name]: changed };
  if (changed === undefined) delete copy[name];
  return copy;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the text that a form shows for a value. */
export function textOf({ kind }: EditorField, value: unknown): string {
  if (kind === 'licence') return value === 1 ? '1' : '';
  if (kind === 'country') return isObject(value) ? String(value.isoCode ?? '') : '';
  if (kind === 'code') return String(value ?? 0);
  if (kind === 'texts') return Array.isArray(value) ? value.join('\n') : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Whether the path of a portfolio item is that of an uploaded picture. */
export const isPicturePath = (value: unknown): boolean =>
  typeof value === 'string' && /^\/pictures\/[\w-]{32}\.(?:png|jpg)$/.test(value);

/** Whether a form can show the value: the content of a portfolio item may be a tree, and its path a picture. */
export function isShown({ kind, path }: EditorField, value: unknown): boolean {
  if (path[0] === 'path' && isPicturePath(value)) return false;
  return kind !== 'text' || value === undefined || value === null || typeof value === 'string';
}

/**
 * Returns the value of a submitted text. A text that the owner did not change keeps the stored value, even if browsers
 * submit it differently: they normalize line breaks and replace characters. Invalid text stays text, so that it is rejected.
 */
export function submittedValue(field: EditorField, text: string, stored: unknown): unknown {
  const { kind } = field;
  if (!isShown(field, stored) || isSameText(field, textOf(field, stored), text)) return stored;
  if (kind === 'line') return withoutBreaks(text).trim();
  if (kind === 'text') return asSubmitted(field, text);
  if (kind === 'texts') return linesOf(asSubmitted(field, text));
  const trimmed = text.trim();
  if (kind === 'licence') return trimmed === '1' ? 1 : null;
  if (kind === 'country') return trimmed === '' ? null : { isoCode: trimmed };
  if (kind === 'code') return numberOf(trimmed) ?? 0;
  if (kind === 'level' || kind === 'state') return numberOf(trimmed);
  if (kind === 'address') return trimmed === '' && stored === null ? null : withScheme(trimmed);
  return trimmed;
}

/** Whether browsers submit two texts in the same way. */
export function isSameText(field: EditorField, one: string, other: string): boolean {
  return asSubmitted(field, one) === asSubmitted(field, other);
}

/** The text that browsers submit for a text. */
export function asSubmitted({ kind }: EditorField, text: string): string {
  const plain = text.toWellFormed().replaceAll('\0', '\ufffd');
  return kind === 'text' || kind === 'texts' ? plain.replace(/\r\n?/g, '\n') : withoutBreaks(plain);
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const withoutBreaks = (text: string) => text.replace(/[\r\n]+/g, '');

function numberOf(text: string): number | string | null {
  if (text === '') return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

/** Owners type addresses without https. */
function withScheme(text: string): string {
  return text === '' || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
}

/** A state exists only in the USA. Another country removes the stored one. A state that was chosen is invalid. */
export function withoutForeignState(part: JsonObject, fields: readonly EditorField[], before: JsonObject): JsonObject {
  const state = fields.find((field) => field.kind === 'state');
  const country = fields.find((field) => field.kind === 'country');
  if (!state || !country || textOf(country, valueAt(part, country.path)) === 'USA') return part;
  const stored = valueAt(part, state.path);
  if (stored === undefined || stored === null || stored !== valueAt(before, state.path)) return part;
  return withValueAt(part, state.path, nameOf(state) in part ? null : undefined);
}
