import { requireCompany } from '@vitae/kit/caller';
import { validate } from '@vitae/kit/validate';
import type { ResumeDeps } from '../use-cases/deps.ts';
import { getCvPassword, setCvPassword } from '../use-cases/cv-password.ts';
import { getCvPicture, publicPicture, removeCvPicture, setCvPicture } from '../use-cases/cv-pictures.ts';
import * as wire from '../wire.ts';
import type { ResumeHandlers } from './handlers.ts';

type PictureMethods =
  | 'SetCvPicture'
  | 'GetCvPicture'
  | 'RemoveCvPicture'
  | 'GetPublicPicture'
  | 'SetCvPassword'
  | 'GetCvPassword';

/** What belongs to a CV beside its text: its pictures, and the password of its page. */
export function pictureHandlers(deps: ResumeDeps): Pick<ResumeHandlers, PictureMethods> {
  const setPicture = setCvPicture(deps);
  const getPicture = getCvPicture(deps);
  const removePicture = removeCvPicture(deps);
  const atPublicPath = publicPicture(deps);
  const setPassword = setCvPassword(deps);
  const getPassword = getCvPassword(deps);
  return {
    SetCvPicture: async (request, { caller }) =>
      wire.pictureMessage(await setPicture(requireCompany(caller), validate(wire.setCvPictureRequest, request))),

    GetCvPicture: async (request, { caller }) =>
      wire.pictureMessage(await getPicture(requireCompany(caller), validate(wire.cvPictureRef, request))),

    RemoveCvPicture: async (request, { caller }) =>
      wire.documentMessage(await removePicture(requireCompany(caller), validate(wire.removeCvPictureRequest, request))),

    GetPublicPicture: async (request) =>
      wire.pictureMessage(await atPublicPath(validate(wire.publicPictureRef, request).name)),

    SetCvPassword: async (request, { caller }) =>
      wire.documentMessage(await setPassword(requireCompany(caller), validate(wire.setCvPasswordRequest, request))),

    GetCvPassword: async (request, { caller }) =>
      wire.passwordMessage(await getPassword(requireCompany(caller), validate(wire.ref, request).id)),
  };
}
