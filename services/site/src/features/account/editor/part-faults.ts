import { cvInput } from '@vitae/proto/cv-data';
import type { z } from 'zod';
import type { SubmittedPart } from './cv-part.ts';
import type { Fault, Faults } from './fault.ts';
import { isObject, type JsonObject, valueAt, withValueAt } from './field-text.ts';
import { completeEntry, entryFaults, isResumeSection } from './resume-sections.ts';
import { type EditorField, nameOf, rowFields, type SectionName, sectionOf } from './sections.ts';

/** Validates a submitted part alone: an earlier version may have stored other parts that are invalid today. */
export function faultsOf(section: SectionName, { part, rowOf }: SubmittedPart, stored: JsonObject = {}): Faults {
  const faults = isResumeSection(section) ? entryFaults(section, part) : cvFaults(section, part, rowOf);
  return inFormOrder(section, { ...faults, ...yearFaults(section, part, stored) }, [...rowOf.values()]);
}

/** A date whose year has fewer than four digits. Date pickers add zeros. */
const SHORT_YEAR = /^(?:0\d{3}|\d\d)(?:-\d\d?){0,2}$/;

function yearFaults(section: SectionName, part: JsonObject, stored: JsonObject): Faults {
  const faults: Faults = {};
  for (const field of sectionOf(section).fields) {
    const value = valueAt(part, field.path);
    const isDate = field.kind === 'day' || field.kind === 'partialDay';
    if (isDate && value !== valueAt(stored, field.path) && SHORT_YEAR.test(String(value)))
      faults[nameOf(field)] = { reason: 'year' };
  }
  return faults;
}

function cvFaults(section: SectionName, part: JsonObject, rowOf: SubmittedPart['rowOf']): Faults {
  const { fields, list, rows } = sectionOf(section);
  const cv = list ? cvOf(section, part) : onlyFields(fields, part);
  const { error } = cvInput.safeParse(cv);
  const faults: Faults = {};
  for (const issue of error?.issues ?? []) {
    const field = fieldAt(issue.path.map(String), cv, rowOf);
    const known = [...fields, ...(rows ? rowFields[rows] : [])].find((one) => nameOf(one) === field.name);
    faults[field.name + field.suffix] ??= faultOf(issue, known);
  }
  return faults;
}

/** Sorts faults like the fields of the form: those of the part, then those of each row. `order` has the rows' numbers. */
function inFormOrder(section: SectionName, faults: Faults, order: readonly number[]): Faults {
  const { fields, rows } = sectionOf(section);
  const placeOf = (name: string) => {
    const [field = '', row] = name.split('.');
    const shown = row === undefined ? fields : rows ? rowFields[rows] : [];
    return {
      row: row === undefined ? -1 : order.indexOf(Number(row)),
      field: shown.findIndex((one) => nameOf(one) === field),
    };
  };
  const placed = Object.entries(faults).map(([name, fault]) => ({ name, fault, ...placeOf(name) }));
  placed.sort((one, other) => one.row - other.row || one.field - other.field);
  return Object.fromEntries(placed.map(({ name, fault }) => [name, fault]));
}

/** Returns a valid item with all its fields, as it is stored. */
export function storedItem(section: SectionName, item: JsonObject): JsonObject {
  if (isResumeSection(section)) return completeEntry(section, item);
  const { list } = sectionOf(section);
  const items = list && valueAt(cvInput.parse(cvOf(section, item)), list.path);
  return Array.isArray(items) && isObject(items[0]) ? items[0] : item;
}

/** Returns a CV with one item. */
function cvOf(section: SectionName, item: JsonObject): JsonObject {
  const { list } = sectionOf(section);
  return list ? withValueAt({}, list.path, [item]) : {};
}

function onlyFields(fields: readonly EditorField[], part: JsonObject): JsonObject {
  return fields.reduce<JsonObject>((cv, { path }) => {
    const value = valueAt(part, path);
    return value === undefined ? cv : withValueAt(cv, path, value);
  }, {});
}

/** Returns the form field at a path of an issue. */
function fieldAt(path: readonly string[], cv: JsonObject, rowOf: SubmittedPart['rowOf']) {
  let value: unknown = cv;
  let suffix = '';
  for (const name of path) {
    value = Array.isArray(value) ? value[Number(name)] : isObject(value) ? value[name] : undefined;
    const row = isObject(value) ? rowOf.get(value) : undefined;
    if (row !== undefined) suffix = `.${row}`;
  }
  const named = path.filter((name) => name !== 'isoCode');
  return { name: named.at(-1) ?? '', suffix };
}

function faultOf(issue: z.core.$ZodIssue, field: EditorField | undefined): Fault {
  if (field?.kind === 'level') return { reason: 'level' };
  if (field?.kind === 'state' && issue.code === 'custom') return { reason: 'state' };
  if (issue.code === 'too_big') return { reason: 'tooLong', max: Number(issue.maximum) };
  if (issue.code === 'too_small' || issue.message.endsWith('received undefined')) return { reason: 'required' };
  if (issue.path.at(-1) === 'end' && issue.code === 'custom' && /before start/.test(issue.message))
    return { reason: 'reversed' };
  if (field?.kind === 'day' || field?.kind === 'address') return { reason: field.kind };
  return { reason: 'invalid' };
}
