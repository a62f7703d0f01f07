import type { CreatedCv } from './own-cvs.ts';

type Json = Record<string, unknown>;

/** Fields that CVs in the format of the API have, and JSON Resume documents do not. */
const API_FIELDS = ['userInformation', 'presentation', 'experiences', 'educations'];

/** Computed fields, and whether the CV was the main one. */
const NOT_CONTENT = ['id', 'userId', 'url', 'completion', 'seniority', 'updatedAt', 'printable', 'main', 'photoChange'];
/** Owners choose who sees a new CV. */
export const visibilitySettings = ['published', 'indexed', 'protected', 'anonymized'] as const;
/** Only companies set the recipient. */
const SETTINGS: readonly string[] = [...visibilitySettings, 'recipient'];

export function isApiCv(document: Json): boolean {
  return API_FIELDS.some((field) => Object.hasOwn(document, field));
}

function contentOf(document: Json): Json {
  const omitted = [...NOT_CONTENT, ...SETTINGS];
  return Object.fromEntries(Object.entries(document).filter(([field]) => !omitted.includes(field)));
}

/** Creates a CV from a file in the format of the API. Omits its settings and pictures of other accounts, and reports both. */
export async function createFromApiCv(
  document: Json,
  create: (content: Buffer) => Promise<CreatedCv>,
): Promise<CreatedCv> {
  const content = contentOf(document);
  const created = await create(Buffer.from(JSON.stringify(content)));
  const settings = SETTINGS.filter((name) => Boolean(document[name]));
  const dropped = settings.map((name) => ({ path: `settings.${name}`, outcome: 'dropped', note: '' }));
  const pictures = new Set(created.report.map(({ path }) => path));
  const imported = valuesOf(content).filter(({ path }) => !pictures.has(reportPathOf(path)));
  return { ...created, report: [...imported, ...dropped, ...created.report] };
}

const PICTURE = /^(experiences|portfolios)\.\w+\.(\d+)\.(logo|path)$/;

/** The path of a picture in reports, which name the sections as JSON Resume does. */
function reportPathOf(path: string): string {
  const [, list, position, name] = PICTURE.exec(path) ?? [];
  return list === undefined ? path : `${list === 'experiences' ? 'work' : list}[${position}].${name}`;
}

/** Reports each value as imported. */
function valuesOf(value: unknown, path = ''): CreatedCv['report'] {
  if (value === '' || value === null || value === 0 || value === false) return [];
  if (typeof value !== 'object') return [{ path, outcome: 'imported', note: '' }];
  const fields = Object.entries(value as Json).filter(([name]) => name !== 'id');
  return fields.flatMap(([name, inner]) => valuesOf(inner, path === '' ? name : `${path}.${name}`));
}
