import type { CvDraft } from '../cv/content.ts';
import { decodePhoto } from './photo.ts';
import { isObject, type JsonObject } from './report.ts';

/** Limits the work of an import. */
const MAX_LOGOS = 50;

/**
 * Returns the logos in `meta.vitae.logos` that experiences show, by their paths. Documents that are exported have them,
 * because only the owner of the CV can copy a picture by its path.
 */
export function readLogos(meta: unknown, { experiences }: Pick<CvDraft, 'experiences'>): ReadonlyMap<string, Buffer> {
  const logos = isObject(meta) && isObject(meta.vitae) && isObject(meta.vitae.logos) ? meta.vitae.logos : {};
  const found = new Map<string, Buffer>();
  for (const { logo } of experiences.experience) {
    if (typeof logo !== 'string' || !Object.hasOwn(logos, logo) || found.size === MAX_LOGOS) continue;
    const picture = decodePhoto(String(logos[logo]));
    if (picture) found.set(logo, picture);
  }
  return found;
}

/** Removes the logos from a document, because the CV stores them as pictures. */
export function withoutLogos(document: JsonObject): JsonObject {
  if (!isObject(document.meta) || !isObject(document.meta.vitae)) return document;
  const { logos: _logos, ...vitae } = document.meta.vitae;
  return { ...document, meta: { ...document.meta, vitae } };
}
