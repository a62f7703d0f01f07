import { isDeepStrictEqual } from 'node:util';
import { cvInput } from '@vitae/proto/cv-data';
import { type CvContent, type CvDraft, draftOf, withoutIds } from '../cv/content.ts';
import { isObject, type JsonObject } from './report.ts';

/**
 * An operation of `meta.vitae.patch`, a JSON Patch (RFC 6902) with add, replace and remove. Applied
 * to the CV that is read from the other fields of a document, the patch restores the content that
 * JSON Resume has no field for.
 */
export type Operation = { op: 'add' | 'replace'; path: string; value: unknown } | { op: 'remove'; path: string };

const plain = (content: CvDraft | CvContent): JsonObject =>
  JSON.parse(JSON.stringify(withoutIds(content))) as JsonObject;

/** The patch from the CV that is read from a document to the CV that the document was written from. */
export function patchBetween(read: CvDraft, current: CvContent): Operation[] {
  return operations(plain(read), plain(current), '');
}

function operations(from: unknown, to: unknown, path: string): Operation[] {
  if (isDeepStrictEqual(from, to)) return [];
  if (isObject(from) && isObject(to)) {
    const keys = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...keys].flatMap((key) => {
      const inner = `${path}/${escapeKey(key)}`;
      if (!Object.hasOwn(to, key)) return [{ op: 'remove', path: inner } as const];
      if (!Object.hasOwn(from, key)) return [{ op: 'add', path: inner, value: to[key] } as const];
      return operations(from[key], to[key], inner);
    });
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length)
    return from.flatMap((item, index) => operations(item, to[index], `${path}/${index}`));
  return [{ op: 'replace', path, value: to }];
}

// RFC 6901, section 3.
const escapeKey = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
const unescapeKey = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~');

/**
 * Applies the patch of a document. Operations with an unknown path are skipped. Returns the CV
 * without the patch if the result is not valid, because anyone can edit the document.
 */
export function applyPatch(read: CvDraft, meta: unknown): CvDraft {
  const list = isObject(meta) && isObject(meta.vitae) ? meta.vitae.patch : undefined;
  if (!Array.isArray(list)) return read;
  const content = plain(read);
  for (const operation of list.slice(0, MAX_OPERATIONS)) if (isOperation(operation)) applyOperation(content, operation);
  const valid = cvInput.safeParse(content);
  return valid.success ? draftOf(valid.data) : read;
}

const MAX_OPERATIONS = 20_000;
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

function isOperation(value: unknown): value is Operation {
  if (!isObject(value) || typeof value.path !== 'string') return false;
  return value.op === 'remove' || ((value.op === 'add' || value.op === 'replace') && value.value !== undefined);
}

function applyOperation(content: JsonObject, operation: Operation): void {
  const keys = operation.path.split('/').slice(1).map(unescapeKey);
  const last = keys.pop();
  if (last === undefined || [...keys, last].some((key) => PROTOTYPE_KEYS.has(key))) return;
  const parent = keys.reduce<unknown>((at, key) => (hasOwn(at, key) ? at[key] : undefined), content);
  if (Array.isArray(parent)) {
    if (operation.op === 'replace' && hasOwn(parent, last)) parent[Number(last)] = operation.value;
  } else if (isObject(parent)) {
    if (operation.op === 'remove') delete parent[last];
    else if (operation.op === 'add' || Object.hasOwn(parent, last)) parent[last] = operation.value;
  }
}

function hasOwn(value: unknown, key: string): value is JsonObject {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) && key !== 'length';
}
