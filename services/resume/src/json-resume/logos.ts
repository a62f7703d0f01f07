import type { CvDraft } from '../cv/content.ts';
import { decodePhoto } from './photo.ts';
import { isObject, type JsonObject } from './report.ts';

/** Limits the work of an import. */
const MAX_LOGOS = 50;

/**
 * Returns the pictures in `meta.vitae.logos` that experiences and portfolio items show, by their paths. Documents that are
 * exported have them, because only the owner of the CV can copy a picture by its path.
 */
export function readLogos(
  meta: unknown,
  { experiences, portfolios }: Pick<CvDraft, 'experiences' | 'portfolios'>,
): ReadonlyMap<string, Buffer> {
  const logos = isObject(meta) && isObject(meta.vitae) && isObject(meta.vitae.logos) ? meta.vitae.logos : {};
  const found = new Map<string, Buffer>();
  const paths = [...experiences.experience.map(({ logo }) => logo), ...portfolios.portfolio.map(({ path }) => path)];
  for (const path of paths) {
    if (typeof path !== 'string' || !Object.hasOwn(logos, path) || found.size === MAX_LOGOS) continue;
    const picture = decodePhoto(String(logos[path]));
    if (picture) found.set(path, picture);
  }
  return found;
}

/** Removes the logos from a document, because the CV stores them as pictures. */
export function withoutLogos(document: JsonObject): JsonObject {
  if (!isObject(document.meta) || !isObject(document.meta.vitae)) return document;
  const { logos: _logos, ...vitae } = document.meta.vitae;
  return { ...document, meta: { ...document.meta, vitae } };
}
