import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { unlessReason, VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { callerOf } from '../own-profile.ts';
import { createShowPreview, type ShowPreview } from './own-preview.ts';

export type Picture = { contentType: string; content: Buffer; revision: number };
/** Why a picture is rejected. */
export type PictureFault = 'missing' | 'type' | 'tooLarge' | 'tooManyPixels' | 'refused' | 'changed';
/** Rotates a photo clockwise, then crops it, see `PhotoAdjustment` of the resume service. */
export type PhotoAdjustment = { rotation: number; crop: { zoom: number; x: number; y: number } | null };
/** A new picture, adjusted if it is a photo. Without content, adjusts the photo of the CV that has this revision. */
export type PictureChange = { content?: Buffer | undefined; adjustment?: PhotoAdjustment; ifRevision?: number };

/** A picture of a CV: the logo of an experience, the picture of a portfolio item, or the photo if it has no item. */
export type PicturePlace = { cvId: number; experienceId?: number; portfolioId?: number };

/** The revision of the CV that has the change, undefined if nothing changed. */
export type Changed = { changed: number | undefined };

/** The pictures of the owner's CVs, and the CV as visitors see it. */
export type OwnPictures = {
  find(owner: Owner, place: PicturePlace, requestId: string): Promise<Picture | undefined>;
  /** Returns the revision of the CV if it has a picture at the place. */
  findRevision(owner: Owner, place: PicturePlace, requestId: string): Promise<number | undefined>;
  /** Returns why the picture is rejected, if it is. */
  set(owner: Owner, place: PicturePlace, change: PictureChange, requestId: string): Promise<Changed | PictureFault>;
  remove(owner: Owner, place: PicturePlace, requestId: string): Promise<Changed>;
  /** Returns whether earlier versions have pictures of the place that the CV no longer has. */
  hasFormer(owner: Owner, place: PicturePlace, requestId: string): Promise<boolean>;
  /** Erases these pictures. Returns whether there were any. */
  eraseFormer(owner: Owner, place: PicturePlace, requestId: string): Promise<boolean>;
  /** Erases all pictures that only earlier versions of the CV have, also those of removed entries. */
  eraseAllFormer(owner: Owner, cvId: number, requestId: string): Promise<void>;
  preview: ShowPreview;
};

const FAULTS: Record<string, PictureFault> = {
  picture_type: 'type',
  body_too_large: 'tooLarge',
  picture_refused: 'refused',
  picture_not_found: 'missing',
  revision_mismatch: 'changed',
  revision_conflict: 'changed',
};
const refOf = ({ cvId: id, experienceId = 0 }: PicturePlace) => ({ id, experienceId });
const isOfPortfolio = (place: PicturePlace): place is PicturePlace & { portfolioId: number } =>
  place.portfolioId !== undefined;
/** Large pictures are re-encoded. */
const UPLOAD_DEADLINE_MS = 30_000;

export function createOwnPictures(
  { call }: Pick<ResumeClient, 'call'>,
  siteUrl: string,
  now: () => number,
): OwnPictures {
  const find = async (owner: Owner, place: PicturePlace, requestId: string, withoutContent = false) => {
    const caller = callerOf(owner, requestId);
    const picture = isOfPortfolio(place)
      ? call.GetPortfolioPicture({ ...place, withoutContent }, { caller })
      : call.GetCvPicture({ ...refOf(place), withoutContent }, { caller });
    return picture.catch(unlessReason('picture_not_found', 'picture_lost'));
  };
  return {
    find,
    findRevision: async (owner, place, requestId) => (await find(owner, place, requestId, true))?.revision,
    set: async (owner, place, change, requestId) => {
      const { content = Buffer.alloc(0), adjustment = null, ifRevision = 0 } = change;
      const options = { caller: callerOf(owner, requestId), deadlineMs: UPLOAD_DEADLINE_MS };
      try {
        const shared = { content, keepVersion: true };
        const { revision, unchanged } = await (isOfPortfolio(place)
          ? call.SetPortfolioPicture({ picture: place, ...shared }, options)
          : call.SetCvPicture({ picture: refOf(place), ...shared, ifRevision, adjustment }, options));
        return { changed: unchanged ? undefined : revision };
      } catch (thrown) {
        const { reason, details } = VitaeError.from(thrown);
        const fault = FAULTS[reason];
        if (!fault) throw thrown;
        return fault === 'refused' && details.length > 0 ? 'tooManyPixels' : fault;
      }
    },
    remove: async (owner, place, requestId) => {
      const caller = callerOf(owner, requestId);
      const removed = isOfPortfolio(place)
        ? call.RemovePortfolioPicture({ ...place, keepVersion: true }, { caller })
        : call.RemoveCvPicture({ picture: refOf(place), keepVersion: true }, { caller });
      const cv = await removed.catch(unlessReason('picture_not_found'));
      return { changed: cv?.revision };
    },
    hasFormer: async (owner, place, requestId) =>
      (await call.CountFormerPictures(place, { caller: callerOf(owner, requestId) })).count > 0,
    eraseFormer: async (owner, place, requestId) =>
      (await call.EraseFormerPictures(place, { caller: callerOf(owner, requestId) })).count > 0,
    eraseAllFormer: async (owner, cvId, requestId) => {
      await call.EraseFormerPictures({ cvId, all: true }, { caller: callerOf(owner, requestId) });
    },
    preview: createShowPreview({ call }, siteUrl, now),
  };
}
