import { maxSectionItems, type ResumeSections } from '@vitae/proto/export-source';
import { asList, importedItemsOf } from '@vitae/proto/json-resume-items';
import { isObject, type JsonObject, type Report, reportKept } from './report.ts';

const MAX_ITEMS = maxSectionItems;

/** The sections of an imported document that the CV data does not have. Values that are not text become "". */
export function resumeSections(document: JsonObject): ResumeSections {
  return {
    volunteer: importedItemsOf(document, 'volunteer').map((item) => ({
      organization: text(item.organization),
      position: text(item.position),
      url: text(item.url),
      startDate: date(item.startDate),
      endDate: date(item.endDate),
      summary: text(item.summary),
      highlights: texts(item.highlights),
    })),
    projects: importedItemsOf(document, 'projects').map((item) => ({
      name: text(item.name),
      entity: text(item.entity),
      type: text(item.type),
      description: text(item.description),
      roles: texts(item.roles),
      keywords: texts(item.keywords),
      url: text(item.url),
      startDate: date(item.startDate),
      endDate: date(item.endDate),
      highlights: texts(item.highlights),
    })),
    awards: importedItemsOf(document, 'awards').map((item) => ({
      title: text(item.title),
      date: date(item.date),
      awarder: text(item.awarder),
      summary: text(item.summary),
    })),
    certificates: importedItemsOf(document, 'certificates').map((item) => ({
      name: text(item.name),
      date: date(item.date),
      issuer: text(item.issuer),
      url: text(item.url),
    })),
    publications: importedItemsOf(document, 'publications').map((item) => ({
      name: text(item.name),
      publisher: text(item.publisher),
      releaseDate: date(item.releaseDate),
      url: text(item.url),
      summary: text(item.summary),
    })),
    languages: importedItemsOf(document, 'languages').map((item) => ({
      language: text(item.language),
      fluency: text(item.fluency),
    })),
    references: importedItemsOf(document, 'references').map((item) => ({
      name: text(item.name),
      reference: text(item.reference),
    })),
  };
}

export const sectionNames = [
  'volunteer',
  'projects',
  'awards',
  'certificates',
  'publications',
  'languages',
  'references',
] as const satisfies (keyof ResumeSections)[];
type SectionName = (typeof sectionNames)[number];

/** The note on values that documents show, although the CV data has no field for them. */
const SHOWN = 'shown in documents';

/** Reports the sections that the CV data does not have. They are kept, and documents show the fields that they know. */
export function reportSections(report: Report, document: JsonObject): void {
  for (const name of sectionNames) {
    if (!Object.hasOwn(document, name)) continue;
    const value = document[name];
    for (const [index, item] of asList(value).entries()) {
      const path = Array.isArray(value) ? `${name}[${index}]` : name;
      if (index < MAX_ITEMS) reportItem(report, name, path, item);
      else reportKept(report, path, item);
    }
  }
}

function reportItem(report: Report, name: SectionName, path: string, item: unknown): void {
  const shown: Record<string, string | string[]> | undefined = resumeSections({ [name]: [item] })[name][0];
  if (shown !== undefined && !isObject(item)) report.kept(path, SHOWN);
  if (shown === undefined) reportKept(report, path, item);
  if (shown === undefined || !isObject(item)) return;
  for (const [key, value] of Object.entries(item)) {
    // Documents do not show the type of a project.
    const isShown = Object.hasOwn(shown, key) && shown[key]?.length !== 0 && !(name === 'projects' && key === 'type');
    if (isShown) report.kept(`${path}.${key}`, SHOWN);
    else if (!isEmpty(value)) reportKept(report, `${path}.${key}`, value);
  }
}

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);

function text(value: unknown): string {
  if (typeof value === 'string') return value.toWellFormed().slice(0, 20_000);
  return typeof value === 'number' ? String(value) : '';
}

function texts(value: unknown): string[] {
  return asList(value)
    .slice(0, MAX_ITEMS)
    .map(text)
    .filter((item) => item.trim() !== '');
}

function date(value: unknown): string {
  const match = /^\d{4}(?:-\d\d(?:-\d\d)?)?(?=$|T)/.exec(text(value));
  return match?.[0] ?? '';
}
