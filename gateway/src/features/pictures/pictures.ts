import { etagAnswer, noContent, taggedAnswer, type WholeAnswer } from '@vitae/kit/http/answer';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvPicture } from '@vitae/proto/gen/cv/resume/v1/CvPicture';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import { asMismatch, ifMatch } from '../../http/preconditions.ts';
import type { Call } from '../../http/request-context.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';
import { pictureUpload } from './picture-upload.ts';

const photoPath = z.object({ id: z.int().positive() });
const logoPath = z.object({
  id: z.int().positive(),
  experienceId: z.int().positive().describe('Of the experience that shows the logo.'),
});
type PicturePath = { id: number; experienceId?: number };

const size = {
  contentType: z.enum(['image/jpeg', 'image/png']),
  width: z.int(),
  height: z.int(),
  size: z.int().describe('In bytes.'),
};
const photo = z.strictObject({ photo: z.strictObject(size) });
const logo = z.strictObject({
  logo: z.strictObject({
    path: z.string().describe('As the experience has it from now on; below the address of the site it is the picture.'),
    ...size,
  }),
});

const UPLOAD = `Takes a JPEG, PNG or GIF of at most 5 MB and 25 million pixels, told by its bytes whatever its label says: as the body itself, as the one file of a form, or in base64. It is drawn anew, upright, without metadata, at most`;
const FILES = ['image/jpeg', 'image/png'] as const;
// Drawing waits its turn where many upload.
const DRAWING_MS = 30_000;

const kinds = [
  {
    name: 'cv.photo',
    path: '/api/v1/cv/:id/photo',
    schema: photoPath,
    what: 'the photo of a CV',
    drawn: '800 pixels wide and high. It is shown on pages and in exports, not where the CV is anonymized.',
    answer: photo,
    missing: ['picture_not_found'],
  },
  {
    name: 'cv.logo',
    path: '/api/v1/cv/:id/logos/:experienceId',
    schema: logoPath,
    what: 'the logo of an experience',
    drawn: '400 pixels wide and high. Whoever knows its path can see it.',
    answer: logo,
    missing: ['picture_not_found', 'experience_not_found'],
  },
] as const;

/** Pictures of CVs: the photo, and the logos of experiences. */
export function pictureCalls(resume: ResumeClient): DocumentedRoute[] {
  return kinds.flatMap((kind) => [readPicture(resume, kind), setPicture(resume, kind), removePicture(resume, kind)]);
}

type Kind = (typeof kinds)[number];

function readPicture({ call: rpc }: ResumeClient, { name, path, schema, what, missing }: Kind): DocumentedRoute {
  return defineCall({
    name,
    method: 'GET',
    paths: [path],
    quota: 'standard',
    group: 'CVs',
    summary: `Reads ${what}`,
    path: schema as z.ZodObject,
    answers: { 200: { description: 'The picture', files: FILES, headers: ['ETag'] } },
    errors: ['cv_not_found', ...missing],
    handle: async (call) =>
      fileAnswer(
        await rpc.GetCvPicture(refOf(call.path), { caller: call.caller }),
        call.request.headers['if-none-match'],
      ),
  });
}

function setPicture(resume: ResumeClient, { name, path, schema, what, drawn, answer, missing }: Kind): DocumentedRoute {
  return defineCall({
    name: `${name}.replace`,
    method: 'PUT',
    paths: [path],
    quota: 'standard',
    group: 'CVs',
    summary: `Uploads ${what}`,
    description: `${UPLOAD} ${drawn}`,
    path: schema as z.ZodObject,
    body: { schema: pictureUpload, picture: true },
    conditional: true,
    answers: { 200: { description: 'The picture as it is kept', schema: answer, headers: ['ETag'] } },
    errors: [
      'cv_not_found',
      ...missing.filter((reason) => reason !== 'picture_not_found'),
      'picture_type',
      'picture_refused',
      'pictures_busy',
      'revision_mismatch',
      'revision_conflict',
    ],
    handle: async (call) => {
      const { caller, body: content } = call;
      const picture = refOf(call.path);
      const ifRevision = await revisionOf(resume, call, picture.id);
      const kept = await resume.call
        .SetCvPicture({ picture, content, ifRevision }, { caller, deadlineMs: DRAWING_MS })
        .catch(asMismatch(ifRevision));
      return taggedAnswer(Buffer.from(JSON.stringify(viewOf(kept))), `"${kept.revision}"`);
    },
  });
}

function removePicture(resume: ResumeClient, { name, path, schema, what, missing }: Kind): DocumentedRoute {
  return defineCall({
    name: `${name}.delete`,
    method: 'DELETE',
    paths: [path],
    quota: 'standard',
    group: 'CVs',
    summary: `Deletes ${what}`,
    path: schema as z.ZodObject,
    conditional: true,
    answers: { 204: { description: 'Deleted' } },
    errors: ['cv_not_found', ...missing, 'revision_mismatch', 'revision_conflict'],
    handle: async (call) => {
      const { caller } = call;
      const picture = refOf(call.path);
      const ifRevision = await revisionOf(resume, call, picture.id);
      await resume.call.RemoveCvPicture({ picture, ifRevision }, { caller }).catch(asMismatch(ifRevision));
      return noContent();
    },
  });
}

function refOf(path: unknown): { id: number; experienceId: number } {
  const { id, experienceId = 0 } = path as PicturePath;
  return { id, experienceId };
}

function revisionOf(resume: ResumeClient, call: Call, id: number): Promise<number> {
  return ifMatch(call, () => resume.cv(id, call.caller));
}

function viewOf({ path, contentType, width, height, size: bytes }: CvPicture): z.output<typeof photo | typeof logo> {
  const view = { contentType: contentType as (typeof FILES)[number], width, height, size: bytes };
  return path === '' ? { photo: view } : { logo: { path, ...view } };
}

/** The ETag is that of the CV, as If-Match takes it. */
function fileAnswer({ content, contentType, revision }: CvPicture, known: string | undefined): WholeAnswer {
  const { status, headers, body } = etagAnswer(content, `"${revision}"`, known);
  return { status, headers: status === 200 ? { ...headers, 'Content-Type': contentType } : headers, body };
}
