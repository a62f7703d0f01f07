import { cvInput } from '@vitae/proto/cv-data';
import { resumeSections } from '@vitae/proto/export-source';
import { z } from 'zod';
import { type RowKind, rowFields, sectionNames, sectionOf } from './sections.ts';

/** Fields of a CV that the forms of its parts do not have, and why. */
const EXCEPTIONS: Record<string, string> = {
  ...named('computed', 'id userId url completion seniority updatedAt printable.pdf printable.odt printable.doc'),
  ...named('computed', 'experiences.experience.id educations.education.id portfolios.portfolio.id links.link.id'),
  ...named('set beside the CV in the account', 'published indexed protected anonymized main'),
  ...named('set by companies, which sort CVs by it', 'recipient'),
  ...named('uploaded on a page of its own', 'experiences.experience.logo'),
  ...named('a keyword for programs, which no document shows', 'resumeSections.projects.type'),
};

function named(reason: string, paths: string): Record<string, string> {
  return Object.fromEntries(paths.split(' ').map((path) => [path, reason]));
}

type JsonSchema = { properties?: Record<string, JsonSchema>; items?: JsonSchema; anyOf?: JsonSchema[]; not?: object };

/** Returns the paths of all fields, without positions in lists. Entries below a skill have the fields of a skill. */
function pathsIn(schema: JsonSchema, path: readonly string[] = []): string[] {
  const { properties, items, anyOf = [] } = schema;
  if (properties) return Object.entries(properties).flatMap(([name, inner]) => pathsIn(inner, [...path, name]));
  if (items?.not) return [];
  if (items?.properties) return pathsIn(items, path);
  const object = anyOf.find((one) => one.properties && path.at(-1) !== 'country');
  return object ? pathsIn(object, path) : [path.join('.').replaceAll(/\.children\.(?:skill|interest)/g, '')];
}

const ROW_LISTS: Record<RowKind, readonly string[]> = { missions: ['missions', 'mission'], skills: [], interests: [] };

/** The paths of all fields of the forms. */
const edited = sectionNames.flatMap((name) => {
  const { fields, list, rows } = sectionOf(name);
  const ofRows = rows ? rowFields[rows].map(({ path }) => [...ROW_LISTS[rows], ...path]) : [];
  return [...fields.map(({ path }) => path), ...ofRows].map((path) => [...(list?.path ?? []), ...path].join('.'));
});

const schema = z.object({ ...cvInput.shape, resumeSections });
const stored = pathsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);

test('every field of a CV can be edited, or is a known exception', () => {
  expect(stored.length).toBeGreaterThan(100);
  const missing = stored.filter((path) => !edited.includes(path));
  expect([...new Set(missing)].sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

test('every field of the forms is a field of a CV', () => {
  expect(edited.filter((path) => !stored.includes(path))).toEqual([]);
});
