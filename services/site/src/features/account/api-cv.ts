import { VitaeError } from '@vitae/kit/errors';
import type { CreatedCv } from './own-cvs.ts';

type Json = Record<string, unknown>;

/** Fields that CVs in the format of the API have, and JSON Resume documents do not. */
const API_FIELDS = ['userInformation', 'presentation', 'experiences', 'educations'];

/** Computed fields, and settings of the CV in the file: a new CV is not published. */
const NOT_CONTENT = [
  ...['id', 'userId', 'url', 'completion', 'seniority', 'updatedAt', 'printable'],
  ...['published', 'indexed', 'protected', 'main'],
];

export function isApiCv(document: Json): boolean {
  return API_FIELDS.some((field) => Object.hasOwn(document, field));
}

/** Returns the fields of a CV in the format of the API that a new CV can have. */
export function contentOf(document: Json): Json {
  return Object.fromEntries(Object.entries(document).filter(([field]) => !NOT_CONTENT.includes(field)));
}

const PICTURE = /^(experiences|portfolios)\.(?:experience|portfolio)\.(\d+)\.(logo|path)$/;
/** Each error names up to 20 pictures. */
const MAX_ATTEMPTS = 4;

/** Creates a CV from content in the format of the API. Omits pictures that the owner does not have, and reports them. */
export async function createFromApiCv(
  content: Json,
  create: (content: Buffer) => Promise<CreatedCv>,
): Promise<CreatedCv> {
  const copy = structuredClone(content);
  const dropped: CreatedCv['report'] = [];
  for (let attempt = 1; ; attempt++) {
    try {
      const created = await create(Buffer.from(JSON.stringify(copy)));
      return { ...created, report: [...valuesOf(copy), ...dropped] };
    } catch (thrown) {
      const { details } = VitaeError.from(thrown);
      const pictures = details.map(({ field }) => PICTURE.exec(field));
      if (attempt === MAX_ATTEMPTS || pictures.length === 0 || pictures.includes(null)) throw thrown;
      for (const [index, picture] of pictures.entries()) {
        const [field = '', list, position, name = ''] = picture ?? [];
        const item = field
          .split('.')
          .slice(0, -1)
          .reduce<unknown>((at, key) => (at as Json)[key], copy) as Json;
        delete item[name];
        const path = `${list === 'experiences' ? 'work' : list}[${position}].${name}`;
        dropped.push({ path, outcome: 'dropped', note: details[index]?.message ?? '' });
      }
    }
  }
}

/** Reports each value as imported. */
function valuesOf(value: unknown, path = ''): CreatedCv['report'] {
  if (value === '' || value === null || value === 0 || value === false) return [];
  if (typeof value !== 'object') return [{ path, outcome: 'imported', note: '' }];
  const fields = Object.entries(value as Json).filter(([name]) => name !== 'id');
  return fields.flatMap(([name, inner]) => valuesOf(inner, path === '' ? name : `${path}.${name}`));
}
