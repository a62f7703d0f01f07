import type { CvData } from '@vitae/proto/cv-data';
import { type ResumeSections, resumeSections } from '@vitae/proto/export-source';
import type { Fault, Faults } from './fault.ts';
import { isObject, type JsonObject } from './field-text.ts';
import { type EditorField, nameOf, type SectionName, sectionOf } from './sections.ts';

/** CV data with the sections of JSON Resume that it does not have. They are edited like the others. */
export type EditedCvData = CvData & { resumeSections?: ResumeSections };

type ResumeSection = keyof ResumeSections;

export function isResumeSection(section: SectionName): section is ResumeSection {
  return Object.hasOwn(resumeSections.shape, section);
}

/** Separates what ReplaceCv has in two fields. Entries get all their fields. */
export function splitSections(edited: JsonObject): { cv: JsonObject; sections: ResumeSections } {
  const { resumeSections: stored, ...cv } = edited;
  const lists = isObject(stored) ? stored : {};
  const sections = Object.fromEntries(
    Object.keys(resumeSections.shape).map((name) => {
      const list = lists[name];
      const entries = Array.isArray(list) ? list.filter(isObject) : [];
      return [name, entries.map((entry) => completeEntry(name as ResumeSection, entry))];
    }),
  );
  return { cv, sections: sections as ResumeSections };
}

/** Returns an entry with all fields in their order. */
export function completeEntry(section: ResumeSection, entry: JsonObject): JsonObject {
  const fields = Object.entries(resumeSections.shape[section].element.shape);
  return Object.fromEntries(fields.map(([name, schema]) => [name, entry[name] ?? (schema.type === 'array' ? [] : '')]));
}

const MAX_LINE = 1_000;
const MAX_ADDRESS = 2_000;
const MAX_TEXT = 20_000;
const MAX_TEXTS = 200;

/** Validates an entry. It needs one of its first two fields, from which documents make its title. */
export function entryFaults(section: ResumeSection, entry: JsonObject): Faults {
  const faults: Faults = {};
  const { fields } = sectionOf(section);
  for (const field of fields) {
    const fault = faultOf(field, entry[nameOf(field)]);
    if (fault) faults[nameOf(field)] = fault;
  }
  const [first, second] = fields.map(nameOf);
  if (first && isBlank(entry[first]) && (!second || isBlank(entry[second]))) faults[first] ??= { reason: 'required' };
  const { startDate, endDate } = entry;
  if (!faults.startDate && isBefore(endDate, startDate)) faults.endDate ??= { reason: 'reversed' };
  return faults;
}

function faultOf({ kind }: EditorField, value: unknown): Fault | undefined {
  if (kind === 'texts') return textsFault(Array.isArray(value) ? value : []);
  const text = typeof value === 'string' ? value : '';
  const max = kind === 'text' ? MAX_TEXT : kind === 'address' ? MAX_ADDRESS : MAX_LINE;
  if (text.length > max) return { reason: 'tooLong', max };
  if (text === '') return undefined;
  if (kind === 'partialDay' && !isPartialDay(text)) return { reason: 'partialDay' };
  return kind === 'address' && !isWebAddress(text) ? { reason: 'address' } : undefined;
}

function textsFault(texts: readonly unknown[]): Fault | undefined {
  if (texts.length > MAX_TEXTS) return { reason: 'tooManyLines', max: MAX_TEXTS };
  const isTooLong = texts.some((text) => typeof text === 'string' && text.length > MAX_TEXT);
  return isTooLong ? { reason: 'tooLong', max: MAX_TEXT } : undefined;
}

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === '';

function isPartialDay(text: string): boolean {
  if (!/^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Compares dates as far as both are known. */
function isBefore(end: unknown, start: unknown): boolean {
  if (typeof end !== 'string' || typeof start !== 'string' || end === '') return false;
  const known = Math.min(end.length, start.length);
  return end.slice(0, known) < start.slice(0, known);
}
