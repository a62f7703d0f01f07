import { requireCompany } from '@vitae/kit/caller';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import {
  addCvLink,
  getCvSharing,
  replacePrivateLink,
  revokeCvLink,
  setCvLinkPreview,
  setCvSlug,
} from '../use-cases/cv-sharing.ts';
import type { ResumeDeps } from '../use-cases/deps.ts';
import { resolveCv } from '../use-cases/resolve-cv.ts';
import * as wire from '../wire.ts';

/** Handlers for the addresses of CVs. */
export function sharingHandlers(deps: ResumeDeps) {
  const { siteUrl, clock } = deps;
  const resolve = resolveCv(deps);
  const getSharing = getCvSharing(deps);
  const addLink = addCvLink(deps);
  const revokeLink = revokeCvLink(deps);
  const replaceLink = replacePrivateLink(deps);
  const setSlug = setCvSlug(deps);
  const setLinkPreview = setCvLinkPreview(deps);
  return {
    ResolveCv: async (request) => wire.locationMessage(await resolve(validate(wire.cvAddress, request))),

    GetApplicationLinkKey: async () => ({ key: await deps.store.applicationLinkKey() }),

    GetCvSharing: async (request, { caller }) => {
      const { cv, formerUserSlugs } = await getSharing(requireCompany(caller), validate(wire.ref, request).id);
      return { ...wire.sharingMessage(cv, siteUrl, clock.now()), formerUserSlugs };
    },

    AddCvLink: async (request, { caller }) => {
      const link = await addLink(requireCompany(caller), validate(wire.addCvLinkRequest, request));
      return wire.linkMessage(link, siteUrl, clock.now());
    },

    RevokeCvLink: async (request, { caller }) => {
      const { id, token } = validate(wire.revokeCvLinkRequest, request);
      return wire.sharingMessage(await revokeLink(requireCompany(caller), id, token), siteUrl, clock.now());
    },

    ReplacePrivateLink: async (request, { caller }) =>
      wire.documentMessage(await replaceLink(requireCompany(caller), validate(wire.ref, request).id)),

    SetCvSlug: async (request, { caller }) => {
      const { id, slug } = validate(wire.setCvSlugRequest, request);
      return wire.documentMessage(await setSlug(requireCompany(caller), id, slug));
    },

    SetCvLinkPreview: async (request, { caller }) => {
      const { id, ...choice } = validate(wire.setCvLinkPreviewRequest, request);
      return wire.documentMessage(await setLinkPreview(requireCompany(caller), id, choice));
    },
  } satisfies Partial<Handlers<ResumeServiceDefinition>>;
}
