import { id, line, optionalId } from '@vitae/kit/fields';
import type { Page } from '@vitae/kit/read-page';
import { culture, optionalText } from '@vitae/proto/cv-fields';
import { displayVariant, documentLanguage, maxPages, sectionOrder } from '@vitae/proto/display';
import type { CreateCvResponseInput } from '@vitae/proto/gen/cv/resume/v1/CreateCvResponse';
import type { CvLinkInput } from '@vitae/proto/gen/cv/resume/v1/CvLink';
import type { CvLocationInput } from '@vitae/proto/gen/cv/resume/v1/CvLocation';
import type { CvPasswordInput } from '@vitae/proto/gen/cv/resume/v1/CvPassword';
import type { CvPictureInput } from '@vitae/proto/gen/cv/resume/v1/CvPicture';
import type { CvSharingInput } from '@vitae/proto/gen/cv/resume/v1/CvSharing';
import type { DocumentInput } from '@vitae/proto/gen/cv/resume/v1/Document';
import type { ExportHeadInput } from '@vitae/proto/gen/cv/resume/v1/ExportHead';
import type { ExportSourceInput } from '@vitae/proto/gen/cv/resume/v1/ExportSource';
import type { PageInput } from '@vitae/proto/gen/cv/resume/v1/Page';
import { resumeStatus } from '@vitae/proto/resume-status';
import { userInput, userKind } from '@vitae/proto/user-record';
import { z } from 'zod';
import { cvUrl, privateUrl } from './cv/urls.ts';
import type { CvLink, PublicDocument, StoredCv } from './model.ts';
import { rotations, zoomLimits } from './pictures/photo-adjustment.ts';
import { logoPath } from './pictures/picture-path.ts';
import type { ExportHead } from './store.ts';
import { userChangeKinds } from './use-cases/changed-users.ts';
import type { CreatedCv } from './use-cases/create-cv.ts';
import type { CvPicture } from './use-cases/cv-pictures.ts';
import { isExpired } from './use-cases/cv-sharing.ts';
import type { CvExportSource } from './use-cases/export-source.ts';
import type { VersionedCv } from './use-cases/read-cvs.ts';

// Requests

const bytes = z.instanceof(Uint8Array);
const idempotencyKey = line(255);
const moment = z.int().nonnegative().max(8.64e15, 'is not a valid time');

/** A user by id in decimal digits, or by `id_origin`. */
export const userRef = z
  .object({ id: z.string().min(1, 'is required').max(255), byIdOrigin: z.boolean() })
  .transform((ref, context) => {
    if (ref.byIdOrigin) return { idOrigin: ref.id };
    if (/^[1-9]\d{0,14}$/.test(ref.id)) return { id: Number(ref.id) };
    context.addIssue({ code: 'custom', path: ['id'], message: 'must be a positive integer' });
    return z.NEVER;
  });

const pageOf = (defaultLimit: number, maxLimit: number) =>
  z
    .object({
      page: z.int().nonnegative(),
      limit: z.int().nonnegative().max(maxLimit, `must be at most ${maxLimit}`),
      cursor: z.string().max(2_048),
    })
    .nullable()
    .transform((page) => ({ page: page?.page || 1, limit: page?.limit || defaultLimit, cursor: page?.cursor ?? '' }));
const page = pageOf(20, 100);

/** The page of a request that also contains a `userRef`. Earlier versions sent none. */
export const pageOfUser = z.object({ page: pageOf(1_000, 1_000) });
const hundredByDefault = z
  .int()
  .nonnegative()
  .max(1_000)
  .transform((limit) => limit || 100);
/** The page of a request that also contains a `userRef`. Earlier versions sent none. */
export const deletedCvsPage = z.object({
  limit: hundredByDefault,
  cursor: z.string().max(2_048),
});

export const ref = z.object({ id: id() });
export const exportSourceRequest = ref.extend({
  grant: z.string(),
  withoutPictures: z.boolean().default(false),
  withIdentity: z.boolean().default(false),
});
export const conditionalRef = ref.extend({ ifRevision: optionalId() });
/** The condition of a request that also contains a `userRef`. */
export const condition = z.object({ ifRevision: optionalId() });
export const cvRead = z.object({ id: id(), knownVersion: z.string().max(100) });
export const createUserRequest = z.object({ user: bytes, idempotencyKey });
export const updateUserRequest = z.object({ user: userRef, patch: bytes, ifRevision: optionalId() });
export const userSlugRequest = z.object({ user: userRef, slug: line(200) });
export const changeUsernameRequest = z.object({ user: userRef, username: userInput.shape.username });
export const setUserManagerRequest = z.object({
  user: userRef,
  managerId: optionalId().transform((managerId) => managerId || null),
  ifRevision: optionalId(),
});
export const listUsersRequest = z.object({ kinds: z.array(userKind), page });
export const searchUsersRequest = z.object({ term: z.string().max(255, 'must be at most 255 characters'), page });
export const listChangedUsersRequest = z.object({
  change: z.enum(userChangeKinds),
  since: moment.transform((at) => new Date(at)),
  limit: z
    .int()
    .nonnegative()
    .max(10_000, 'must be at most 10000')
    .transform((limit) => limit || 1_000),
  cursor: z.string().max(2_048),
});
export const deletedBeforeRequest = z.object({
  deletedBefore: moment.transform((at) => new Date(at)),
  limit: hundredByDefault,
});
export const eraseUserRequest = z.object({ companyId: id(), id: id() });

export const createCvRequest = z.object({
  user: userRef,
  content: bytes,
  main: z.boolean(),
  publish: z.boolean(),
  culture: z.union([culture, z.literal('').transform(() => undefined)]),
  idempotencyKey,
  omitForeignPictures: z.boolean().default(false),
  pictures: z.array(z.object({ path: z.string(), content: bytes })).default([]),
});
export const copyCvRequest = z.object({ id: id(), title: optionalText(255), idempotencyKey });
const keepVersion = z.boolean().default(false);
export const replaceCvRequest = z.object({
  id: id(),
  content: bytes,
  ifRevision: optionalId(),
  keepVersion,
  continueVersion: z.boolean().default(false),
  resumeSections: bytes.default(Buffer.of()),
});
export const cvVersionRef = z.object({ id: id(), revision: id() });
export const restoreCvVersionRequest = z.object({ id: id(), revision: optionalId(), ifRevision: optionalId() });
export const setCvVisibilityRequest = z.object({
  id: id(),
  published: z.boolean().optional(),
  indexed: z.boolean().optional(),
});
export const setCvStatusRequest = z.object({ id: id(), status: resumeStatus, ifRevision: optionalId() });
export const listCvsRequest = z.object({
  filters: z
    .array(z.object({ type: z.string(), value: z.string().max(255), comparator: z.string() }))
    .max(20, 'must have at most 20 filters'),
  sort: z.array(z.object({ field: z.string(), descending: z.boolean() })).max(4, 'must have at most 4 fields'),
  page: pageOf(100, 500),
});
export const listCvsByStatusRequest = z.object({ status: resumeStatus, since: moment, page });
export const cvDisplayRef = z.object({ id: id(), variant: displayVariant });
export const setCvPageLimitRequest = z.object({ id: id(), maxPages: z.union([z.literal(0), maxPages]) });
export const setCvDocumentLanguageRequest = z.object({
  id: id(),
  language: z.union([z.literal(''), documentLanguage]),
});
export const setCvSectionOrderRequest = z.object({ id: id(), sections: sectionOrder });
export const setCvDisplayRequest = cvDisplayRef.extend({ display: bytes, ifRevision: optionalId() });
const withoutContent = z.boolean().default(false);
export const cvPictureRef = z.object({ id: id(), experienceId: optionalId(), withoutContent });
export const portfolioPictureRef = z
  .object({ cvId: id(), portfolioId: id(), withoutContent })
  .transform(({ cvId, ...ref }) => ({ id: cvId, ...ref }));
/** A place for a picture: of an item, or of the photo without an item. */
export const cvPlace = z
  .object({ cvId: id(), experienceId: optionalId(), portfolioId: optionalId() })
  .refine(({ experienceId, portfolioId }) => !experienceId || !portfolioId, 'must have at most one item')
  .transform(({ cvId, experienceId, portfolioId }) =>
    portfolioId ? { id: cvId, portfolioId } : { id: cvId, experienceId },
  );
const required = <S extends z.ZodType>(ref: S) =>
  z.custom<z.input<S>>((picture) => picture !== null, 'is required').pipe(ref as z.ZodType<z.output<S>, z.input<S>>);
const EMPTY = 'must not be empty';
const pictureContent = bytes.refine((content) => content.length > 0, EMPTY);
const position = z.number().min(0).max(1);
const photoAdjustment = z.object({
  rotation: z.literal(rotations, `must be one of ${rotations.join(', ')}`),
  crop: z.object({ zoom: z.int().min(zoomLimits.min).max(zoomLimits.max), x: position, y: position }).nullable(),
});
export const setCvPictureRequest = z
  .object({
    picture: required(cvPictureRef),
    content: bytes,
    ifRevision: optionalId(),
    adjustment: photoAdjustment.nullable(),
    keepVersion,
  })
  .refine(({ content, adjustment }) => content.length > 0 || adjustment, { path: ['content'], message: EMPTY })
  .refine(({ picture, adjustment }) => !adjustment || picture.experienceId === 0, {
    path: ['adjustment'],
    message: 'is only for photos',
  });
export const removeCvPictureRequest = z.object({
  picture: required(cvPictureRef),
  ifRevision: optionalId(),
  keepVersion,
});
export const setPortfolioPictureRequest = z.object({
  picture: required(portfolioPictureRef),
  content: pictureContent,
  keepVersion,
});
export const removePortfolioPictureRequest = z
  .object({ cvId: id(), portfolioId: id(), keepVersion })
  .transform(({ cvId, portfolioId, keepVersion }) => ({ picture: { id: cvId, portfolioId }, keepVersion }));
const pictureName = z.string().max(80);
export const publicPictureRef = z.object({ name: pictureName });
export const versionPictureRef = z
  .object({ cvId: id(), name: pictureName })
  .transform(({ cvId, name }) => ({ id: cvId, name }));
/** A password hash in PHC string format. The gateway chooses the algorithm. */
export const setCvPasswordRequest = z.object({
  id: id(),
  hash: z.string().regex(/^(?:\$[!-~]{1,250})?$/, 'must be a hash in the PHC string format'),
  ifRevision: optionalId(),
});
export const cvAddress = z
  .object({
    public: z.object({ userSlug: z.string().min(1).max(80), cvSlug: z.string().max(80) }).nullish(),
    token: z.string().max(80).optional(),
  })
  .transform((address, context) => {
    if (address.public) return { userSlug: address.public.userSlug, slug: address.public.cvSlug };
    if (address.token) return { token: address.token };
    context.addIssue({ code: 'custom', message: 'must have a public address or a token' });
    return z.NEVER;
  });

const token = z.string().min(1).max(80);
const LINK_DAYS = [0, 7, 30, 90] as const;
export const addCvLinkRequest = z.object({
  id: id(),
  name: line(80).trim().min(1, 'is required'),
  days: z.literal(LINK_DAYS, `must be one of ${LINK_DAYS.join(', ')}`),
});
export const revokeCvLinkRequest = z.object({ id: id(), token });
export const setCvLinkPreviewRequest = z.object({ id: id(), name: z.boolean(), photo: z.boolean() });
export const setCvSlugRequest = z.object({ id: id(), slug: line(200) });

export const listTagsRequest = z.object({ page });
export const listTagUsersRequest = z.object({ id: id(), page });
export const createTagRequest = z.object({ tag: bytes, idempotencyKey });
export const updateTagRequest = z.object({ id: id(), patch: bytes, ifRevision: optionalId() });
export const changeTagsRequest = z.object({
  user: userRef,
  tags: z.array(id()).max(500, 'must have at most 500 tags'),
  reset: z.boolean(),
  ifRevision: optionalId(),
});

// Responses

export function documentMessage(document: PublicDocument & { updated?: number }): DocumentInput {
  const { revision, json, updated = 0 } = document;
  return { id: document.id, revision, json: Buffer.from(json), updated };
}

export function versionedMessage(cv: VersionedCv): DocumentInput {
  return { id: cv.id, revision: cv.revision, json: cv.json, version: cv.version };
}

export function pageMessage({ rows, total, atLeast, next }: Page<object>): PageInput {
  return { json: Buffer.from(JSON.stringify(rows)), total, atLeast, next };
}

/** A short list as a single page. */
export function singlePageMessage(rows: readonly object[]): PageInput {
  return pageMessage({ rows: [...rows], total: rows.length, atLeast: false, next: '' });
}

export function createdCvMessage(created: CreatedCv): CreateCvResponseInput {
  return { document: documentMessage(created), title: created.title, report: created.report };
}

export function exportHeadMessage(cv: ExportHead): ExportHeadInput {
  const { userId, revision, anonymized, culture } = cv;
  return {
    id: cv.id,
    userId,
    revision,
    anonymized,
    culture,
    printDisplay: Buffer.from(JSON.stringify(cv.display.print)),
  };
}

export function exportSourceMessage({ cv, source }: CvExportSource): ExportSourceInput {
  return { head: exportHeadMessage(cv), document: Buffer.from(JSON.stringify(source)) };
}

export function pictureMessage({ revision, picture, content, unchanged = false }: CvPicture): CvPictureInput {
  const { kind, name, contentType, width, height, size } = picture;
  const path = kind === 'logo' ? logoPath(name) : '';
  return { revision, path, contentType, width, height, size, content, unchanged };
}

export function passwordMessage({ password, ...cv }: StoredCv): CvPasswordInput {
  return {
    revision: cv.revision,
    protected: cv.protected,
    hash: password?.hash ?? '',
    version: password?.version ?? 0,
  };
}

export function linkMessage(link: CvLink, siteUrl: string, now: number): CvLinkInput {
  const { token, name, createdAt, expiresAt } = link;
  return {
    ...{ token, name, url: privateUrl(siteUrl, link), expired: isExpired(link, now) },
    createdAt: createdAt.getTime(),
    expiresAt: expiresAt?.getTime() ?? 0,
  };
}

export function sharingMessage(cv: StoredCv, siteUrl: string, now: number): CvSharingInput {
  const links = cv.links.map((link) => linkMessage(link, siteUrl, now));
  const { name: previewName, photo: previewPhoto } = cv.linkPreview;
  return { pageUrl: cvUrl(siteUrl, cv), slug: cv.slug, userSlug: cv.userSlug, links, previewName, previewPhoto };
}

export function locationMessage(cv: StoredCv): CvLocationInput {
  return {
    id: cv.id,
    companyId: cv.companyId,
    userId: cv.userId,
    revision: cv.revision,
    published: cv.published,
    indexed: cv.indexed,
    protected: cv.protected,
    anonymized: cv.anonymized,
    userSlug: cv.userSlug,
    cvSlug: cv.slug,
    main: cv.main,
    culture: cv.culture,
    passwordVersion: cv.password?.version ?? 0,
    token: cv.token,
  };
}
