import type { CvDraft } from '../cv/content.ts';
import { decodePhoto } from './photo.ts';
import { isObject, type JsonObject } from './report.ts';

type Pictured = Pick<CvDraft, 'experiences' | 'portfolios'>;

/**
 * Returns the pictures in `meta.vitae.logos` that experiences and portfolio items show, by their paths. Documents that are
 * exported have them, because only the owner of the CV can copy a picture by its path.
 */
export function readLogos(meta: unknown, draft: Pictured): ReadonlyMap<string, Buffer> {
  const logos = isObject(meta) && isObject(meta.vitae) && isObject(meta.vitae.logos) ? meta.vitae.logos : {};
  const found = new Map<string, Buffer>();
  for (const path of shownPaths(draft)) {
    const picture = Object.hasOwn(logos, path) && decodePhoto(String(logos[path]));
    if (picture) found.set(path, picture);
  }
  return found;
}

/** The paths of the pictures that experiences and portfolio items show. */
export function shownPaths({ experiences, portfolios }: Pictured): ReadonlySet<string> {
  const paths = [...experiences.experience.map(({ logo }) => logo), ...portfolios.portfolio.map(({ path }) => path)];
  return new Set(paths.filter((path) => typeof path === 'string'));
}

/** Removes logos and design from a document, because the CV stores them elsewhere. */
export function withoutEmbedded(document: JsonObject): JsonObject {
  if (!isObject(document.meta) || !isObject(document.meta.vitae)) return document;
  const { vitae: embedded, ...meta } = document.meta;
  const { logos: _logos, display: _display, ...vitae } = embedded as JsonObject;
  return { ...document, meta: Object.keys(vitae).length > 0 ? { ...meta, vitae } : meta };
}
