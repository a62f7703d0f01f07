import { handleBatch } from '@vitae/kit/batch-handler';
import { parseBoundedJson } from '@vitae/kit/bounded-json';
import { requireCompany } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { copyCv } from '../use-cases/copy-cv.ts';
import { createCv } from '../use-cases/create-cv.ts';
import {
  getCvDisplay,
  setCvDisplay,
  setCvDocumentLanguage,
  setCvPageLimit,
  setCvSectionOrder,
} from '../use-cases/cv-display.ts';
import { getCvVersion, listCvVersions, restoreCvVersion } from '../use-cases/cv-versions.ts';
import {
  deleteCv,
  getDeletedCv,
  getDeletedCvAppearance,
  getDeletedCvResume,
  listDeletedCvs,
  restoreCv,
} from '../use-cases/delete-cv.ts';
import type { ResumeDeps } from '../use-cases/deps.ts';
import { getExportSource, readExportHeads } from '../use-cases/export-source.ts';
import { listCvs, listCvsByStatus, listUserCvs } from '../use-cases/list-cvs.ts';
import { readCvs } from '../use-cases/read-cvs.ts';
import { replaceCv, setCvVisibility } from '../use-cases/replace-cv.ts';
import { getResumeSections } from '../use-cases/resume-sections.ts';
import { setCvStatus } from '../use-cases/set-cv-status.ts';
import * as wire from '../wire.ts';

export function cvHandlers(deps: ResumeDeps) {
  return { ...readHandlers(deps), ...changeHandlers(deps), ...restoreHandlers(deps) };
}

function readHandlers(deps: ResumeDeps) {
  const read = readCvs(deps);
  const readHeads = readExportHeads(deps);
  const exportSource = getExportSource(deps);
  const listOfUser = listUserCvs(deps);
  const list = listCvs(deps);
  const listByStatus = listCvsByStatus(deps);
  return {
    BatchGetCvs: ({ items }) =>
      handleBatch(
        items,
        (item, caller) => ({ caller, key: validate(wire.cvRead, item) }),
        async (reads) =>
          (await read(reads)).map((cv) => (cv instanceof VitaeError ? cv : { document: wire.versionedMessage(cv) })),
      ),

    BatchGetExportHeads: ({ items }) =>
      handleBatch(
        items,
        (item, caller) => ({ caller, id: validate(wire.ref, item).id }),
        async (reads) =>
          (await readHeads(reads)).map((cv) => (cv instanceof VitaeError ? cv : { head: wire.exportHeadMessage(cv) })),
      ),

    GetExportSource: async (request, { caller, process }) => {
      const { id, grant, withoutPictures, withIdentity } = validate(wire.exportSourceRequest, request);
      const { companyId, userId } = requireCompany(caller);
      // A worker renders untrusted documents, so it reads only the CVs of its jobs.
      const granted = { cvId: id, companyId, userId: userId || undefined };
      const rejection = process === 'export' ? await deps.checkGrant(grant, granted) : undefined;
      if (rejection) throw new VitaeError('UNAUTHENTICATED', 'grant_invalid', rejection.message);
      const options = { withoutPictures, withIdentity: withIdentity && process !== 'export' };
      return wire.exportSourceMessage(await exportSource(caller, id, options));
    },

    ListUserCvs: async (request, { caller, signal }) => {
      const { page } = validate(wire.pageOfUser, request);
      const user = validate(wire.userRef, request);
      return wire.pageMessage(await listOfUser(requireCompany(caller), user, { ...page, signal }));
    },

    ListCvs: async (request, { caller, signal }) => {
      const { filters, sort, page } = validate(wire.listCvsRequest, request);
      return wire.pageMessage(await list(requireCompany(caller), filters, sort, { ...page, signal }));
    },

    ListCvsByStatus: async (request, { caller, signal }) => {
      const { status, since, page } = validate(wire.listCvsByStatusRequest, request);
      return wire.pageMessage(await listByStatus(requireCompany(caller), status, since, { ...page, signal }));
    },
  } satisfies Partial<Handlers<ResumeServiceDefinition>>;
}

function changeHandlers(deps: ResumeDeps) {
  const create = createCv(deps);
  const copy = copyCv(deps);
  const replace = replaceCv(deps);
  const getSections = getResumeSections(deps);
  const remove = deleteCv(deps);
  const setStatus = setCvStatus(deps);
  const setVisibility = setCvVisibility(deps);
  const getDisplay = getCvDisplay(deps);
  const setDisplay = setCvDisplay(deps);
  const setPageLimit = setCvPageLimit(deps);
  const setLanguage = setCvDocumentLanguage(deps);
  const setSectionOrder = setCvSectionOrder(deps);
  return {
    CreateCv: async (request, { caller }) =>
      wire.createdCvMessage(await create(requireCompany(caller), validate(wire.createCvRequest, request))),

    CopyCv: async (request, { caller }) =>
      wire.documentMessage(await copy(requireCompany(caller), validate(wire.copyCvRequest, request))),

    ReplaceCv: async (request, { caller }) =>
      wire.documentMessage(await replace(requireCompany(caller), validate(wire.replaceCvRequest, request))),

    GetCvResumeSections: async (request, { caller }) =>
      wire.documentMessage(await getSections(requireCompany(caller), validate(wire.ref, request).id)),

    DeleteCv: async (request, { caller }) => {
      const { id, ifRevision } = validate(wire.conditionalRef, request);
      await remove(requireCompany(caller), id, ifRevision);
      return { id, cvIds: [id] };
    },

    SetCvStatus: async (request, { caller }) => {
      const { id, status, ifRevision } = validate(wire.setCvStatusRequest, request);
      return wire.documentMessage(await setStatus(requireCompany(caller), id, status, ifRevision));
    },

    SetCvVisibility: async (request, { caller }) => {
      const { id, ...visibility } = validate(wire.setCvVisibilityRequest, request);
      return wire.documentMessage(await setVisibility(requireCompany(caller), id, visibility));
    },

    GetCvDisplay: async (request, { caller }) => {
      const { id, variant } = validate(wire.cvDisplayRef, request);
      return wire.documentMessage(await getDisplay(requireCompany(caller), id, variant));
    },

    SetCvDisplay: async (request, { caller }) => {
      const { display, ...which } = validate(wire.setCvDisplayRequest, request);
      return wire.documentMessage(await setDisplay(requireCompany(caller), which, parseBoundedJson(display)));
    },

    SetCvPageLimit: async (request, { caller }) => {
      const { id, maxPages } = validate(wire.setCvPageLimitRequest, request);
      return wire.documentMessage(await setPageLimit(requireCompany(caller), id, maxPages || undefined));
    },

    SetCvDocumentLanguage: async (request, { caller }) => {
      const { id, language } = validate(wire.setCvDocumentLanguageRequest, request);
      return wire.documentMessage(await setLanguage(requireCompany(caller), id, language || undefined));
    },

    SetCvSectionOrder: async (request, { caller }) => {
      const { id, sections } = validate(wire.setCvSectionOrderRequest, request);
      return wire.documentMessage(await setSectionOrder(requireCompany(caller), id, sections));
    },
  } satisfies Partial<Handlers<ResumeServiceDefinition>>;
}

function restoreHandlers(deps: ResumeDeps) {
  const listDeleted = listDeletedCvs(deps);
  const getDeleted = getDeletedCv(deps);
  const getDeletedAppearance = getDeletedCvAppearance(deps);
  const getDeletedResume = getDeletedCvResume(deps);
  const restore = restoreCv(deps);
  const listVersions = listCvVersions(deps);
  const getVersion = getCvVersion(deps);
  const restoreVersion = restoreCvVersion(deps);
  return {
    ListDeletedCvs: async (request, { caller }) => {
      const user = validate(wire.userRef, request);
      const { cvs, next } = await listDeleted(requireCompany(caller), user, validate(wire.deletedCvsPage, request));
      return { cvs: cvs.map((cv) => ({ ...cv, deletedAt: cv.deletedAt.getTime() })), next };
    },

    GetDeletedCv: async (request, { caller }) =>
      wire.documentMessage(await getDeleted(requireCompany(caller), validate(wire.ref, request).id)),

    GetDeletedCvAppearance: async (request, { caller }) =>
      wire.documentMessage(await getDeletedAppearance(requireCompany(caller), validate(wire.ref, request).id)),

    GetDeletedCvResume: async (request, { caller }) =>
      wire.documentMessage(await getDeletedResume(requireCompany(caller), validate(wire.ref, request).id)),

    RestoreCv: async (request, { caller }) =>
      wire.documentMessage(await restore(requireCompany(caller), validate(wire.ref, request).id)),

    ListCvVersions: async (request, { caller }) => {
      const { versions, pictures } = await listVersions(requireCompany(caller), validate(wire.ref, request).id);
      return { versions: versions.map((version) => ({ ...version, at: version.at.getTime() })), pictures };
    },

    GetCvVersion: async (request, { caller }) => {
      const { id, revision } = validate(wire.cvVersionRef, request);
      return wire.documentMessage(await getVersion(requireCompany(caller), id, revision));
    },

    RestoreCvVersion: async (request, { caller }) =>
      wire.documentMessage(
        await restoreVersion(requireCompany(caller), validate(wire.restoreCvVersionRequest, request)),
      ),
  } satisfies Partial<Handlers<ResumeServiceDefinition>>;
}
