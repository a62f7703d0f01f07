import type { Caller } from '@vitae/kit/caller';
import { unlessReason, VitaeError } from '@vitae/kit/errors';
import type { ArchiveEntry } from '@vitae/kit/zip-archive';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvData } from '@vitae/proto/cv-data';
import { displayVariants } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import { file, json } from './archive-entries.ts';
import { isPicturePath } from './editor/field-text.ts';
import { readSharing } from './sharing/own-sharing.ts';

type Resume = Pick<ResumeClient, 'call' | 'cv'>;

/** The JSON of the API, JSON Resume, links, appearance and pictures of a CV. */
export async function* cvEntries({ call, cv }: Resume, id: number, caller: Caller): AsyncGenerator<ArchiveEntry> {
  const { json: content } = await cv(id, caller);
  yield file(`cvs/${id}/cv.json`, content);
  const photo = await picture(call.GetCvPicture({ id, experienceId: 0 }, { caller }));
  const { document } = await call.GetExportSource({ id, withoutPictures: true, withIdentity: true }, { caller });
  const source = JSON.parse(document.toString('utf8')) as ExportSource;
  yield json(`cvs/${id}/json-resume.json`, withPhoto(source.resume, photo));
  const sharing = await readSharing(call, id, caller);
  yield json(`cvs/${id}/sharing.json`, sharing);
  const { maxPages = null, language, sectionOrder } = source;
  const display: Record<string, unknown> = {};
  for (const variant of displayVariants)
    display[variant] = JSON.parse((await call.GetCvDisplay({ id, variant }, { caller })).json.toString('utf8'));
  yield json(`cvs/${id}/appearance.json`, { display, maxPages, language, sectionOrder, linkPreview: sharing.shown });
  yield* pictureEntries(`cvs/${id}`, content, photo, {
    logo: (experienceId) => call.GetCvPicture({ id, experienceId }, { caller }),
    portfolio: (portfolioId) => call.GetPortfolioPicture({ cvId: id, portfolioId }, { caller }),
  });
}

/** Ends the entries of a CV that is deleted, restored or erased in the meantime. */
export async function* untilGone(entries: AsyncGenerator<ArchiveEntry>): AsyncGenerator<ArchiveEntry> {
  try {
    yield* entries;
  } catch (thrown) {
    unlessReason('cv_not_found')(thrown);
  }
}

/** The JSON of the API, JSON Resume, appearance and pictures of a CV that can be restored. */
export async function* deletedCvEntries(
  { call }: Pick<Resume, 'call'>,
  id: number,
  caller: Caller,
): AsyncGenerator<ArchiveEntry> {
  const cv = await call.GetDeletedCv({ id }, { caller });
  const appearance = await call.GetDeletedCvAppearance({ id }, { caller });
  const { json: resume } = await call.GetDeletedCvResume({ id }, { caller });
  const folder = `deleted-cvs/${id}`;
  const read = (item: { experienceId?: number; portfolioId?: number }) =>
    call.GetDeletedCvPicture({ cvId: id, ...item }, { caller });
  const photo = await picture(read({}));
  yield file(`${folder}/cv.json`, cv.json);
  yield json(`${folder}/json-resume.json`, withPhoto(JSON.parse(resume.toString('utf8')), photo));
  yield json(`${folder}/appearance.json`, JSON.parse(appearance.json.toString('utf8')));
  yield* pictureEntries(folder, cv.json, photo, {
    logo: (experienceId) => read({ experienceId }),
    portfolio: (portfolioId) => read({ portfolioId }),
  });
}

type FoundPicture = Awaited<ReturnType<Resume['call']['GetCvPicture']>> | undefined;
type ReadPicture = (itemId: number) => Promise<FoundPicture>;

async function* pictureEntries(
  folder: string,
  content: Buffer,
  photo: Picture | undefined,
  read: { logo: ReadPicture; portfolio: ReadPicture },
): AsyncGenerator<ArchiveEntry> {
  const entry = (name: string, { extension, content }: Picture) =>
    file(`${folder}/${name}.${extension}`, content, false);
  if (photo) yield entry('photo', photo);
  const { experiences, portfolios } = JSON.parse(content.toString('utf8')) as CvData;
  for (const { id, logo } of experiences.experience) {
    const found = logo === null ? undefined : await picture(read.logo(id));
    if (found) yield entry(`logos/${id}`, found);
  }
  for (const { id, path } of portfolios.portfolio) {
    const found = isPicturePath(path) ? await picture(read.portfolio(id)) : undefined;
    if (found) yield entry(`portfolio/${id}`, found);
  }
}

/** The list of the versions of a CV, the CV as it would be with each of the earlier ones, and their former pictures. */
export async function* versionEntries(
  { call }: Pick<Resume, 'call'>,
  id: number,
  caller: Caller,
  signal: AbortSignal,
): AsyncGenerator<ArchiveEntry> {
  const { versions, pictures } = await call.ListCvVersions({ id }, { caller });
  yield json(
    `cvs/${id}/versions.json`,
    versions.map((version) => ({ ...version, at: new Date(version.at) })),
  );
  for (const { revision } of versions.filter(({ current }) => !current)) {
    signal.throwIfAborted();
    const version = await call.GetCvVersion({ id, revision }, { caller }).catch(unlessReason('version_not_found'));
    if (version) yield file(`cvs/${id}/versions/${revision}.json`, version.json);
  }
  for (const name of pictures) {
    signal.throwIfAborted();
    const found = await picture(call.GetCvVersionPicture({ cvId: id, name }, { caller }));
    if (found) yield file(`cvs/${id}/versions/pictures/${name}`, found.content, false);
  }
}

type Picture = { content: Buffer; contentType: string; extension: string };
/** The item of a picture can be removed after the content of its CV was read. The archive has no pictures that are lost. */
const MISSING = new Set(['picture_not_found', 'picture_lost', 'experience_not_found', 'portfolio_not_found']);

async function picture(read: Promise<FoundPicture>): Promise<Picture | undefined> {
  const found = await read.catch((thrown) => {
    if (!MISSING.has(VitaeError.from(thrown).reason)) throw thrown;
  });
  if (!found) return undefined;
  const { content, contentType } = found;
  return { content, contentType, extension: contentType === 'image/jpeg' ? 'jpg' : contentType.replace('image/', '') };
}

/** JSON Resume as in the `json` export, but never anonymized: it is the owner's data. */
function withPhoto(resume: ExportSource['resume'], photo: Picture | undefined): unknown {
  if (!photo) return resume;
  const image = `data:${photo.contentType};base64,${photo.content.toString('base64')}`;
  return { ...resume, basics: { ...(resume.basics as object | undefined), image } };
}
