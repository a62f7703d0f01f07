import type { Caller } from '@vitae/kit/caller';
import type { StoredCv } from '../model.ts';
import { pictureAt } from '../pictures/pictures-of.ts';
import type { ResumeStore } from '../store.ts';
import { findCv } from './access.ts';
import type { PictureRef } from './cv-pictures.ts';
import type { ResumeDeps } from './deps.ts';
import { formerPictures, writeCv } from './save-cv.ts';

/** Counts the pictures that earlier versions of a CV have at a place, and that the CV no longer has. */
export function countFormerPictures({ store }: ResumeDeps) {
  return async (caller: Caller, place: PictureRef): Promise<number> =>
    (await formerPicturesAt(store, await findCv(store, caller, place.id), place)).length;
}

/**
 * Erases these pictures, or with `all` those of all places, from all versions, and returns how many. Writes the CV, so that
 * no other request restores one of them at the same time.
 */
export function eraseFormerPictures(deps: ResumeDeps) {
  return (caller: Caller, place: PictureRef, all = false): Promise<number> =>
    deps.store.transaction(async (tx) => {
      const cv = await findCv(tx, caller, place.id);
      const names = await formerPicturesAt(tx, cv, all ? undefined : place);
      if (names.length === 0) return 0;
      await writeCv(deps, tx, cv, {});
      await tx.pictures.remove(cv.id, names);
      return names.length;
    });
}

async function formerPicturesAt(
  { versions, pictures }: Pick<ResumeStore, 'versions' | 'pictures'>,
  cv: StoredCv,
  place: PictureRef | undefined,
): Promise<string[]> {
  const names = (await versions.list(cv)).flatMap((version) =>
    place ? (pictureAt(version, place) ?? []) : version.pictures,
  );
  return [...(await pictures.findExisting(cv.id, formerPictures(cv, names)))];
}
