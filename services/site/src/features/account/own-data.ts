import { Readable } from 'node:stream';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { Caller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import { type ArchiveEntry, createArchive } from '@vitae/kit/zip-archive';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { Comment } from '@vitae/proto/comment';
import type { CvData } from '@vitae/proto/cv-data';
import { displayVariants } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import type { ResumeListItem } from '@vitae/proto/resume-list-item';
import type { AccessedApplication, ApplicationAccesses } from './application-accesses.ts';
import type { ConnectedApplication } from './connected-applications.ts';
import { isPicturePath } from './editor/field-text.ts';
import { callerOf } from './own-profile.ts';
import type { CommentList, OwnRecords } from './own-records.ts';
import { readSharing } from './sharing/own-sharing.ts';

/** A request for all data. Aborting the signal stops the reads. */
export type DataRequest = { requestId: string; signal: AbortSignal };

/** The applications that are connected, and what these and others accessed. */
export type OwnApplications = {
  connected: readonly ConnectedApplication[];
  accesses: Pick<ApplicationAccesses, 'list' | 'all'>;
};

export type OwnData = {
  /**
   * Returns a function that starts a ZIP file with all data of the owner. Everything but the content of the CVs is read
   * before, so that an unavailable service is reported. The stream fails if a later read fails.
   */
  prepare(owner: Owner, applications: OwnApplications, request: DataRequest): Promise<() => Readable>;
};

type OwnDataDependencies = {
  resume: Pick<ResumeClient, 'call' | 'cv' | 'user'>;
  records: OwnRecords;
  clock: Clock;
};

const DAYS = 365;
const COMMENTS_PER_PAGE = 100;
const ITEMS_PER_PAGE = 1_000;

export function createOwnData({ resume, records, clock }: OwnDataDependencies): OwnData {
  return {
    prepare: async (owner, { connected, accesses }, { requestId, signal }) => {
      const caller = callerOf(owner, requestId);
      const commentsFrom = (cursor: string) => {
        signal.throwIfAborted();
        return records.comments(owner, { limit: COMMENTS_PER_PAGE, cursor }, requestId);
      };
      const ref = { id: String(owner.userId), byIdOrigin: false };
      const [user, cvs, labels, deleted, preferences, visits, accessed, comments] = await Promise.all([
        resume.user(ref, caller),
        listAll<ResumeListItem>((page) => resume.call.ListUserCvs({ ...ref, page }, { caller })),
        listAll<object>((page) => resume.call.ListUserTags({ ...ref, page }, { caller })),
        resume.call.ListDeletedCvs(ref, { caller }),
        records.preferences(owner, requestId),
        records.dailyVisits(owner, { days: DAYS }, requestId),
        accesses.list(owner),
        commentsFrom(''),
      ]);
      async function* entries(): AsyncGenerator<ArchiveEntry> {
        yield file('user.json', user.json);
        yield json('cvs.json', cvs);
        yield json('labels.json', labels);
        const deletions = deleted.cvs.map((cv) => ({ ...cv, deletedAt: new Date(cv.deletedAt) }));
        yield json('deleted-cvs.json', deletions);
        yield json('preferences.json', preferences.preferences);
        yield json('visits.json', visits);
        yield json('applications.json', connected);
        yield list('application-accesses.json', 'accesses', accessesOf(owner, accessed, accesses, signal));
        yield list('comments.json', 'comments', commentsOf(comments, commentsFrom));
        for (const { id } of cvs) {
          signal.throwIfAborted();
          yield* cvEntries(resume, Number(id), caller);
          yield json(
            `cvs/${id}/visits.json`,
            await records.dailyVisits(owner, { days: DAYS, cvId: Number(id) }, requestId),
          );
          yield* versionEntries(resume, Number(id), caller, signal);
        }
        for (const { id } of deleted.cvs) {
          signal.throwIfAborted();
          const cv = await unlessGone('cv_not_found', resume.call.GetDeletedCv({ id }, { caller }));
          if (cv) yield file(`deleted-cvs/${id}/cv.json`, cv.json);
        }
      }
      return () => createArchive(entries(), new Date(clock.now()));
    },
  };
}

async function listAll<T>(
  read: (page: { limit: number; cursor: string }) => Promise<{ json: Buffer; next: string }>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor = '';
  do {
    const page = await read({ limit: ITEMS_PER_PAGE, cursor });
    items.push(...(JSON.parse(page.json.toString('utf8')) as T[]));
    cursor = page.next;
  } while (cursor !== '');
  return items;
}

/** The list of the versions of a CV, and the CV as it would be with each of the earlier ones. */
async function* versionEntries(
  { call }: OwnDataDependencies['resume'],
  id: number,
  caller: Caller,
  signal: AbortSignal,
): AsyncGenerator<ArchiveEntry> {
  const { versions } = await call.ListCvVersions({ id }, { caller });
  yield json(
    `cvs/${id}/versions.json`,
    versions.map((version) => ({ ...version, at: new Date(version.at) })),
  );
  for (const { revision } of versions.filter(({ current }) => !current)) {
    signal.throwIfAborted();
    const version = await unlessGone('version_not_found', call.GetCvVersion({ id, revision }, { caller }));
    if (version) yield file(`cvs/${id}/versions/${revision}.json`, version.json);
  }
}

/** Returns undefined if the listed item was removed in the meantime. */
async function unlessGone<T>(reason: string, read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (thrown) {
    if (VitaeError.from(thrown).reason === reason) return undefined;
    throw thrown;
  }
}

/** The JSON of the API, JSON Resume, display settings and pictures of a CV. */
async function* cvEntries(
  { call, cv }: OwnDataDependencies['resume'],
  id: number,
  caller: Caller,
): AsyncGenerator<ArchiveEntry> {
  const { json: content } = await cv(id, caller);
  yield file(`cvs/${id}/cv.json`, content);
  const photo = await picture(call.GetCvPicture({ id, experienceId: 0 }, { caller }));
  const { document } = await call.GetExportSource({ id, withoutPictures: true, withIdentity: true }, { caller });
  yield json(`cvs/${id}/json-resume.json`, resumeOf(JSON.parse(document.toString('utf8')) as ExportSource, photo));
  if (photo) yield file(`cvs/${id}/photo.${photo.extension}`, photo.content, false);
  for (const variant of displayVariants) {
    const { json: display } = await call.GetCvDisplay({ id, variant }, { caller });
    yield file(`cvs/${id}/display-${variant}.json`, display);
  }
  yield json(`cvs/${id}/sharing.json`, await readSharing(call, id, caller));
  const { experiences, portfolios } = JSON.parse(content.toString('utf8')) as CvData;
  for (const { id: experienceId, logo } of experiences.experience) {
    const found = logo === null ? undefined : await picture(call.GetCvPicture({ id, experienceId }, { caller }));
    if (found) yield file(`cvs/${id}/logos/${experienceId}.${found.extension}`, found.content, false);
  }
  for (const { id: portfolioId, path } of portfolios.portfolio) {
    if (!isPicturePath(path)) continue;
    const found = await picture(call.GetPortfolioPicture({ cvId: id, portfolioId }, { caller }));
    if (found) yield file(`cvs/${id}/portfolio/${portfolioId}.${found.extension}`, found.content, false);
  }
}

type Picture = { content: Buffer; contentType: string; extension: string };

async function picture(read: ReturnType<ResumeClient['call']['GetCvPicture']>): Promise<Picture | undefined> {
  const found = await unlessGone('picture_not_found', read);
  if (!found) return undefined;
  const { content, contentType } = found;
  return { content, contentType, extension: contentType === 'image/jpeg' ? 'jpg' : contentType.replace('image/', '') };
}

/** JSON Resume as in the `json` export, but never anonymized: it is the owner's data. */
function resumeOf({ resume }: ExportSource, photo: Picture | undefined): unknown {
  if (!photo) return resume;
  const image = `data:${photo.contentType};base64,${photo.content.toString('base64')}`;
  return { ...resume, basics: { ...(resume.basics as object | undefined), image } };
}

async function* commentsOf(
  first: CommentList,
  read: (cursor: string) => Promise<CommentList>,
): AsyncGenerator<Comment> {
  let page = first;
  for (;;) {
    yield* page.comments;
    if (page.next === undefined) return;
    page = await read(page.next);
  }
}

async function* accessesOf(
  owner: Owner,
  accessed: readonly AccessedApplication[],
  accesses: OwnApplications['accesses'],
  signal: AbortSignal,
): AsyncGenerator<object> {
  for (const { id, name } of accessed)
    for await (const access of accesses.all(owner, id)) {
      signal.throwIfAborted();
      const { data, cvId, day, count, firstAt, lastAt } = access;
      const cv = data === 'cv' ? { cvId } : {};
      yield { application: { id, name }, data, ...cv, day: day.toISOString().slice(0, 10), count, firstAt, lastAt };
    }
}

/** A list as one JSON document. Memory holds one page. */
function list(name: string, field: string, items: AsyncIterable<unknown>): ArchiveEntry {
  async function* parts(): AsyncGenerator<string> {
    yield `{"${field}":[`;
    let separator = '';
    for await (const item of items) {
      yield `${separator}\n${JSON.stringify(item)}`;
      separator = ',';
    }
    yield '\n]}\n';
  }
  return { name, compress: true, open: async () => Readable.from(parts(), { objectMode: false }) };
}

function json(name: string, value: unknown): ArchiveEntry {
  return file(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
}

function file(name: string, content: Buffer, compress = true): ArchiveEntry {
  return { name, compress, open: async () => Readable.from([content]) };
}
