import { Readable } from 'node:stream';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { Caller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import { type ArchiveEntry, createArchive } from '@vitae/kit/zip-archive';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvData } from '@vitae/proto/cv-data';
import { displayVariants } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import type { ResumeListItem } from '@vitae/proto/resume-list-item';
import type { ConnectedApplication } from './connected-applications.ts';
import { callerOf } from './own-profile.ts';
import type { CommentList, OwnRecords } from './own-records.ts';

/** A request for all data. Aborting the signal stops the reads. */
export type DataRequest = { requestId: string; signal: AbortSignal };

export type OwnData = {
  /**
   * Returns a function that starts a ZIP file with all data of the owner. Everything but the content of the CVs is read
   * before, so that an unavailable service is reported. The stream fails if a later read fails.
   */
  prepare(owner: Owner, applications: readonly ConnectedApplication[], request: DataRequest): Promise<() => Readable>;
};

type OwnDataDependencies = {
  resume: Pick<ResumeClient, 'call' | 'cv' | 'user'>;
  records: OwnRecords;
  clock: Clock;
};

const DAYS = 365;
const COMMENTS_PER_PAGE = 100;
const CVS_PER_PAGE = 1_000;

export function createOwnData({ resume, records, clock }: OwnDataDependencies): OwnData {
  return {
    prepare: async (owner, applications, { requestId, signal }) => {
      const caller = callerOf(owner, requestId);
      const commentsFrom = (cursor: string) => {
        signal.throwIfAborted();
        return records.comments(owner, { limit: COMMENTS_PER_PAGE, cursor }, requestId);
      };
      const [user, cvs, preferences, visits, comments] = await Promise.all([
        resume.user({ id: String(owner.userId), byIdOrigin: false }, caller),
        listCvs(resume, caller),
        records.preferences(owner, requestId),
        records.dailyVisits(owner, { days: DAYS }, requestId),
        commentsFrom(''),
      ]);
      async function* entries(): AsyncGenerator<ArchiveEntry> {
        yield file('user.json', user.json);
        yield json('cvs.json', cvs);
        yield json('preferences.json', preferences.preferences);
        yield json('visits.json', visits);
        yield json('applications.json', applications);
        yield { name: 'comments.json', compress: true, open: async () => pagesOf(comments, commentsFrom) };
        for (const { id } of cvs) {
          signal.throwIfAborted();
          yield* cvEntries(resume, Number(id), caller);
          yield json(
            `cvs/${id}/visits.json`,
            await records.dailyVisits(owner, { days: DAYS, cvId: Number(id) }, requestId),
          );
        }
      }
      return () => createArchive(entries(), new Date(clock.now()));
    },
  };
}

async function listCvs({ call }: OwnDataDependencies['resume'], caller: Caller): Promise<ResumeListItem[]> {
  const cvs: ResumeListItem[] = [];
  let cursor = '';
  do {
    const user = { id: String(caller.userId), byIdOrigin: false };
    const page = await call.ListUserCvs({ ...user, page: { limit: CVS_PER_PAGE, cursor } }, { caller });
    cvs.push(...(JSON.parse(page.json.toString('utf8')) as ResumeListItem[]));
    cursor = page.next;
  } while (cursor !== '');
  return cvs;
}

/** The JSON of the API, JSON Resume, display settings and pictures of a CV. */
async function* cvEntries(
  { call, cv }: OwnDataDependencies['resume'],
  id: number,
  caller: Caller,
): AsyncGenerator<ArchiveEntry> {
  const { json: content } = await cv(id, caller);
  yield file(`cvs/${id}/cv.json`, content);
  const photo = await picture(call, { id, experienceId: 0 }, caller);
  const { document } = await call.GetExportSource({ id, withoutPictures: true }, { caller });
  yield json(`cvs/${id}/json-resume.json`, resumeOf(JSON.parse(document.toString('utf8')) as ExportSource, photo));
  if (photo) yield file(`cvs/${id}/photo.${photo.extension}`, photo.content, false);
  for (const variant of displayVariants) {
    const { json: display } = await call.GetCvDisplay({ id, variant }, { caller });
    yield file(`cvs/${id}/display-${variant}.json`, display);
  }
  const { experiences } = JSON.parse(content.toString('utf8')) as CvData;
  for (const { id: experienceId, logo } of experiences.experience) {
    const found = logo === null ? undefined : await picture(call, { id, experienceId }, caller);
    if (found) yield file(`cvs/${id}/logos/${experienceId}.${found.extension}`, found.content, false);
  }
}

type Picture = { content: Buffer; contentType: string; extension: string };

async function picture(
  call: ResumeClient['call'],
  ref: { id: number; experienceId: number },
  caller: Caller,
): Promise<Picture | undefined> {
  try {
    const { content, contentType } = await call.GetCvPicture(ref, { caller });
    return {
      content,
      contentType,
      extension: contentType === 'image/jpeg' ? 'jpg' : contentType.replace('image/', ''),
    };
  } catch (thrown) {
    if (VitaeError.from(thrown).reason === 'picture_not_found') return undefined;
    throw thrown;
  }
}

/** JSON Resume as in the `json` export, which contains the photo unless the CV is anonymized. */
function resumeOf({ resume, anonymized }: ExportSource, photo: Picture | undefined): unknown {
  if (!photo || anonymized) return resume;
  const image = `data:${photo.contentType};base64,${photo.content.toString('base64')}`;
  return { ...resume, basics: { ...(resume.basics as object | undefined), image } };
}

/** The comments as one JSON document. Memory holds one page. */
function pagesOf(first: CommentList, read: (cursor: string) => Promise<CommentList>): Readable {
  async function* parts(): AsyncGenerator<string> {
    let list = first;
    yield '{"comments":[';
    let separator = '';
    for (;;) {
      for (const comment of list.comments) {
        yield `${separator}\n${JSON.stringify(comment)}`;
        separator = ',';
      }
      if (list.next === undefined) break;
      list = await read(list.next);
    }
    yield '\n]}\n';
  }
  return Readable.from(parts(), { objectMode: false });
}

function json(name: string, value: unknown): ArchiveEntry {
  return file(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
}

function file(name: string, content: Buffer, compress = true): ArchiveEntry {
  return { name, compress, open: async () => Readable.from([content]) };
}
