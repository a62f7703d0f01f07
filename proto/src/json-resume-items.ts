import { maxItems } from './cv-items.ts';
import { maxSectionItems } from './export-source.ts';

export type ResumeItem = Record<string, unknown>;

/** For each section of JSON Resume, the field of an item that is only a text. Null if such items are not read. */
const TEXT_FIELDS = {
  work: null,
  volunteer: 'organization',
  education: null,
  awards: 'title',
  certificates: 'name',
  publications: 'name',
  skills: 'name',
  languages: 'language',
  interests: 'name',
  references: 'name',
  projects: 'name',
} as const;
export type ResumeSectionName = keyof typeof TEXT_FIELDS;

/** The sections that CV data has too. */
const CV_SECTIONS: readonly ResumeSectionName[] = ['work', 'education', 'skills', 'interests'];

/**
 * Returns the items of a section in the form of JSON Resume 1.0. Imports also accept a single item instead of a list, texts
 * instead of items, and names of fields before version 1.0.
 */
export function itemsOf(resume: ResumeItem, section: ResumeSectionName, max?: number): ResumeItem[] {
  return asList(resume[section])
    .slice(0, max)
    .map((value) => itemOf(value, section))
    .filter((item) => item !== undefined);
}

/** Returns the items that imports read. */
export function importedItemsOf(resume: ResumeItem, section: ResumeSectionName): ResumeItem[] {
  return itemsOf(resume, section, CV_SECTIONS.includes(section) ? maxItems : maxSectionItems);
}

/** A single value counts as a list with one item. */
export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

function itemOf(value: unknown, section: ResumeSectionName): ResumeItem | undefined {
  const field = TEXT_FIELDS[section];
  if (typeof value === 'string') return field === null || isBlank(value) ? undefined : { [field]: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const item: ResumeItem = { ...value };
  return section === 'work' && employerField(item) === 'company' ? { ...item, name: item.company } : item;
}

/** Before version 1.0 of JSON Resume, the name of an employer was called `company`. */
export function employerField(work: ResumeItem): 'name' | 'company' {
  return Object.hasOwn(work, 'name') || !Object.hasOwn(work, 'company') ? 'name' : 'company';
}

export const isBlank = (text: string) => text.trim() === '';
