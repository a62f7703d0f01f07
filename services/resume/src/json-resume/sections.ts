import type { ResumeSections } from '@vitae/proto/export-source';
import { asList } from './merge-list.ts';
import { isObject, type JsonObject } from './report.ts';

const MOST = 200;

/** The sections that have no place in the CV, cleaned for showing: text or nothing, whatever was imported. */
export function resumeSections(document: JsonObject): ResumeSections {
  return {
    volunteer: objects(document.volunteer).map((one) => ({
      organization: text(one.organization),
      position: text(one.position),
      url: text(one.url),
      startDate: date(one.startDate),
      endDate: date(one.endDate),
      summary: text(one.summary),
      highlights: texts(one.highlights),
    })),
    projects: objects(document.projects).map((one) => ({
      name: text(one.name),
      entity: text(one.entity),
      type: text(one.type),
      description: text(one.description),
      roles: texts(one.roles),
      keywords: texts(one.keywords),
      url: text(one.url),
      startDate: date(one.startDate),
      endDate: date(one.endDate),
      highlights: texts(one.highlights),
    })),
    awards: objects(document.awards).map((one) => ({
      title: text(one.title),
      date: date(one.date),
      awarder: text(one.awarder),
      summary: text(one.summary),
    })),
    certificates: objects(document.certificates).map((one) => ({
      name: text(one.name),
      date: date(one.date),
      issuer: text(one.issuer),
      url: text(one.url),
    })),
    publications: objects(document.publications).map((one) => ({
      name: text(one.name),
      publisher: text(one.publisher),
      releaseDate: date(one.releaseDate),
      url: text(one.url),
      summary: text(one.summary),
    })),
    languages: objects(document.languages).map((one) => ({ language: text(one.language), fluency: text(one.fluency) })),
    references: objects(document.references).map((one) => ({ name: text(one.name), reference: text(one.reference) })),
  };
}

/** A text alone stands for an object with that name, title or language. */
function objects(value: unknown): JsonObject[] {
  return asList(value)
    .slice(0, MOST)
    .flatMap((one) => {
      if (isObject(one)) return [one];
      return typeof one === 'string' && one.trim() !== ''
        ? [{ name: one, title: one, language: one, organization: one }]
        : [];
    });
}

function text(value: unknown): string {
  if (typeof value === 'string') return value.toWellFormed().slice(0, 20_000);
  return typeof value === 'number' ? String(value) : '';
}

function texts(value: unknown): string[] {
  return asList(value)
    .slice(0, MOST)
    .map(text)
    .filter((one) => one.trim() !== '');
}

function date(value: unknown): string {
  const match = /^\d{4}(?:-\d\d(?:-\d\d)?)?(?=$|T)/.exec(text(value));
  return match?.[0] ?? '';
}
