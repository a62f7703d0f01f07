import { requireCompany } from '@vitae/kit/caller';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { getCvPassword, setCvPassword } from '../use-cases/cv-password.ts';
import {
  getCvPicture,
  getCvVersionPicture,
  getDeletedCvPicture,
  getPublicPicture,
  removeCvPicture,
  setCvPicture,
} from '../use-cases/cv-pictures.ts';
import type { ResumeDeps } from '../use-cases/deps.ts';
import { countFormerPictures, eraseFormerPictures } from '../use-cases/former-pictures.ts';
import * as wire from '../wire.ts';

/** Handlers for the pictures and the password of a CV. */
export function pictureHandlers(deps: ResumeDeps) {
  const setPicture = setCvPicture(deps);
  const getPicture = getCvPicture(deps);
  const getVersionPicture = getCvVersionPicture(deps);
  const getDeletedPicture = getDeletedCvPicture(deps);
  const removePicture = removeCvPicture(deps);
  const countFormer = countFormerPictures(deps);
  const eraseFormer = eraseFormerPictures(deps);
  const getPublic = getPublicPicture(deps);
  const setPassword = setCvPassword(deps);
  const getPassword = getCvPassword(deps);
  return {
    SetCvPicture: async (request, { caller }) =>
      wire.pictureMessage(await setPicture(requireCompany(caller), validate(wire.setCvPictureRequest, request))),

    GetCvPicture: async (request, { caller }) =>
      wire.pictureMessage(await getPicture(requireCompany(caller), validate(wire.cvPictureRef, request))),

    RemoveCvPicture: async (request, { caller }) =>
      wire.documentMessage(await removePicture(requireCompany(caller), validate(wire.removeCvPictureRequest, request))),

    SetPortfolioPicture: async (request, { caller }) =>
      wire.pictureMessage(await setPicture(requireCompany(caller), validate(wire.setPortfolioPictureRequest, request))),

    GetPortfolioPicture: async (request, { caller }) =>
      wire.pictureMessage(await getPicture(requireCompany(caller), validate(wire.portfolioPictureRef, request))),

    GetDeletedCvPicture: async (request, { caller }) =>
      wire.pictureMessage(await getDeletedPicture(requireCompany(caller), validate(wire.cvPlace, request))),

    GetCvVersionPicture: async (request, { caller }) =>
      wire.pictureMessage(await getVersionPicture(requireCompany(caller), validate(wire.versionPictureRef, request))),

    CountFormerPictures: async (request, { caller }) => ({
      count: await countFormer(requireCompany(caller), validate(wire.cvPlace, request)),
    }),

    EraseFormerPictures: async (request, { caller }) => ({
      count: await eraseFormer(requireCompany(caller), validate(wire.cvPlace, request), request.all),
    }),

    RemovePortfolioPicture: async (request, { caller }) => {
      const change = validate(wire.removePortfolioPictureRequest, request);
      return wire.documentMessage(await removePicture(requireCompany(caller), change));
    },

    GetPublicPicture: async (request) =>
      wire.pictureMessage(await getPublic(validate(wire.publicPictureRef, request).name)),

    MovePictures: async ({ after, dryRun }) => deps.movePictures({ after, dryRun }),

    SetCvPassword: async (request, { caller }) =>
      wire.documentMessage(await setPassword(requireCompany(caller), validate(wire.setCvPasswordRequest, request))),

    GetCvPassword: async (request, { caller }) =>
      wire.passwordMessage(await getPassword(requireCompany(caller), validate(wire.ref, request).id)),
  } satisfies Partial<Handlers<ResumeServiceDefinition>>;
}
