import { VitaeError } from '@vitae/kit/errors';
import type { CreatedCv } from './own-cvs.ts';

type Json = Record<string, unknown>;

/** Fields that CVs in the format of the API have, and JSON Resume documents do not. */
const API_FIELDS = ['userInformation', 'presentation', 'experiences', 'educations'];

/** Computed fields, and whether the CV was the main one. */
const NOT_CONTENT = ['id', 'userId', 'url', 'completion', 'seniority', 'updatedAt', 'printable', 'main'];
/** Owners choose who sees a new CV. */
export const visibilitySettings = ['published', 'indexed', 'protected', 'anonymized'] as const;
/** Only companies set the recipient. */
const SETTINGS: readonly string[] = [...visibilitySettings, 'recipient'];

export function isApiCv(document: Json): boolean {
  return API_FIELDS.some((field) => Object.hasOwn(document, field));
}

function contentOf(document: Json): Json {
  const omitted = [...NOT_CONTENT, ...SETTINGS];
  return structuredClone(Object.fromEntries(Object.entries(document).filter(([field]) => !omitted.includes(field))));
}

/** After this many errors, no picture is imported. */
const MAX_ATTEMPTS = 4;

const PICTURE = /^(experiences|portfolios)\.(?:experience|portfolio)\.(\d+)\.(logo|path)$/;

/** Creates a CV from a file in the format of the API. Omits its settings and pictures of other accounts, and reports both. */
export async function createFromApiCv(
  document: Json,
  create: (content: Buffer) => Promise<CreatedCv>,
): Promise<CreatedCv> {
  const content = contentOf(document);
  const settings = SETTINGS.filter((name) => Boolean(document[name]));
  const dropped = settings.map((name) => ({ path: `settings.${name}`, outcome: 'dropped', note: '' }));
  for (let attempt = 1; ; attempt += 1) {
    try {
      const created = await create(Buffer.from(JSON.stringify(content)));
      return { ...created, report: [...valuesOf(content), ...dropped] };
    } catch (thrown) {
      const { details } = VitaeError.from(thrown);
      // An error names only some of the pictures. Many errors mean that the CV is from another account.
      const faults = attempt < MAX_ATTEMPTS ? details : picturesOf(content, details[0]?.message ?? '');
      const pictures = faults.map((fault) => removePicture(content, fault));
      if (attempt > MAX_ATTEMPTS || pictures.length === 0 || pictures.includes(undefined)) throw thrown;
      dropped.push(...pictures.filter((picture) => picture !== undefined));
    }
  }
}

function picturesOf(content: Json, message: string): { field: string; message: string }[] {
  return ['experiences.experience.logo', 'portfolios.portfolio.path'].flatMap((path) => {
    const [section = '', list = '', name = ''] = path.split('.');
    const items = (content[section] as Json | undefined)?.[list];
    return (Array.isArray(items) ? items : []).flatMap((item: Json, index) =>
      item[name] ? [{ field: `${section}.${list}.${index}.${name}`, message }] : [],
    );
  });
}

/** Removes the picture that an error names, and reports it. Returns undefined if the error is about something else. */
function removePicture(
  content: Json,
  { field, message }: { field: string; message: string },
): CreatedCv['report'][number] | undefined {
  const [, list, position, name = ''] = PICTURE.exec(field) ?? [];
  const item = field
    .split('.')
    .slice(0, -1)
    .reduce<unknown>((at, key) => (at as Json | undefined)?.[key], content) as Json | undefined;
  if (list === undefined || !item?.[name]) return undefined;
  delete item[name];
  const section = list === 'experiences' ? 'work' : list;
  return { path: `${section}[${position}].${name}`, outcome: 'dropped', note: message };
}

/** Reports each value as imported. */
function valuesOf(value: unknown, path = ''): CreatedCv['report'] {
  if (value === '' || value === null || value === 0 || value === false) return [];
  if (typeof value !== 'object') return [{ path, outcome: 'imported', note: '' }];
  const fields = Object.entries(value as Json).filter(([name]) => name !== 'id');
  return fields.flatMap(([name, inner]) => valuesOf(inner, path === '' ? name : `${path}.${name}`));
}
