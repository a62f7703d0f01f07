import { type BufferedResponse, etagResponse, noContent, savedResponse } from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvPicture } from '@vitae/proto/gen/cv/resume/v1/CvPicture';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import type { ReasonName } from '../../http/operation.ts';
import { ifMatch } from '../../http/preconditions.ts';
import { pictureUpload, readPictureUpload } from './picture-upload.ts';

const photoPath = z.object({ id: z.int().positive() });
const logoPath = z.object({
  id: z.int().positive(),
  experienceId: z.int().positive().describe('Id of the experience that shows the logo.'),
});
type PicturePath = { id: number; experienceId?: number };

const size = {
  contentType: z.enum(['image/jpeg', 'image/png']),
  width: z.int(),
  height: z.int(),
  size: z.int().describe('Size in bytes.'),
};
const photo = z.strictObject({ photo: z.strictObject(size) });
const logo = z.strictObject({
  logo: z.strictObject({
    path: z
      .string()
      .describe('The new `path` of the logo in the experience. The picture is served at this path of the site.'),
    ...size,
  }),
});

const UPLOAD =
  'Accepts a JPEG, PNG or GIF of at most 5 MB and 25 million pixels, as the request body, as the only file of a multipart form, or in base64. The content type is ignored. The picture is rotated upright, stripped of metadata and scaled to at most';
const FILES = ['image/jpeg', 'image/png'] as const;
// Concurrent uploads are processed one after another.
const PROCESSING_TIMEOUT_MS = 30_000;

type PictureDependencies = { resume: ResumeClient };

type PictureKind = {
  path: z.ZodObject;
  subject: string;
  rendition: string;
  response: typeof photo | typeof logo;
  missing: readonly ReasonName[];
};

const photoKind: PictureKind = {
  path: photoPath,
  subject: 'the photo of a CV',
  rendition: '800 × 800 pixels. It appears on pages and in exports, except where the CV is anonymized.',
  response: photo,
  missing: ['picture_not_found'],
};

const logoKind: PictureKind = {
  path: logoPath,
  subject: 'the logo of an experience',
  rendition: '400 × 400 pixels. The picture is public to anyone who knows its path.',
  response: logo,
  missing: ['picture_not_found', 'experience_not_found'],
};

export const getCvPhoto = getPicture(photoKind);
export const replaceCvPhoto = replacePicture(photoKind);
export const deleteCvPhoto = deletePicture(photoKind);

export const getLogo = getPicture(logoKind);
export const replaceLogo = replacePicture(logoKind);
export const deleteLogo = deletePicture(logoKind);

function getPicture({ path, subject, missing }: PictureKind) {
  return defineOperation({
    group: 'CVs',
    summary: `Get ${subject}`,
    path,
    responses: { 200: { description: 'The picture', files: FILES, headers: ['ETag'] } },
    errors: ['cv_not_found', 'picture_lost', ...missing],
    handle: async ({ path: picture, caller, request }, { resume }: PictureDependencies) =>
      fileResponse(await resume.call.GetCvPicture(refOf(picture), { caller }), request.headers['if-none-match']),
  });
}

function replacePicture({ path, subject, rendition, response, missing }: PictureKind) {
  return defineOperation({
    group: 'CVs',
    summary: `Upload ${subject}`,
    description: `${UPLOAD} ${rendition}`,
    path,
    body: { schema: pictureUpload, readPicture: readPictureUpload },
    conditional: true,
    responses: { 200: { description: 'The stored picture', schema: response, headers: ['ETag'] } },
    errors: [
      'cv_not_found',
      ...missing.filter((reason) => reason !== 'picture_not_found'),
      'picture_type',
      'picture_refused',
      'pictures_busy',
      'revision_mismatch',
      'revision_conflict',
    ],
    handle: async (context, { resume }: PictureDependencies) => {
      const { caller, body: content } = context;
      const picture = refOf(context.path);
      const ifRevision = await ifMatch(context, () => resume.cv(picture.id, caller));
      const stored = await resume.call.SetCvPicture(
        { picture, content, ifRevision },
        { caller, deadlineMs: PROCESSING_TIMEOUT_MS },
      );
      return savedResponse(Buffer.from(JSON.stringify(viewOf(stored))), `"${stored.revision}"`);
    },
  });
}

function deletePicture({ path, subject, missing }: PictureKind) {
  return defineOperation({
    group: 'CVs',
    summary: `Delete ${subject}`,
    path,
    conditional: true,
    responses: { 204: { description: 'Deleted' } },
    errors: ['cv_not_found', ...missing, 'revision_mismatch', 'revision_conflict'],
    handle: async (context, { resume }: PictureDependencies) => {
      const { caller } = context;
      const picture = refOf(context.path);
      const ifRevision = await ifMatch(context, () => resume.cv(picture.id, caller));
      await resume.call.RemoveCvPicture({ picture, ifRevision }, { caller });
      return noContent();
    },
  });
}

function refOf(path: unknown): { id: number; experienceId: number } {
  const { id, experienceId = 0 } = path as PicturePath;
  return { id, experienceId };
}

function viewOf({ path, contentType, width, height, size: bytes }: CvPicture): z.output<typeof photo | typeof logo> {
  const view = { contentType: contentType as (typeof FILES)[number], width, height, size: bytes };
  return path === '' ? { photo: view } : { logo: { path, ...view } };
}

/** The ETag is that of the CV, so that it can be used for If-Match. */
function fileResponse({ content, contentType, revision }: CvPicture, known: string | undefined): BufferedResponse {
  const { status, headers, body } = etagResponse(content, `"${revision}"`, known);
  return { status, headers: status === 200 ? { ...headers, 'Content-Type': contentType } : headers, body };
}
