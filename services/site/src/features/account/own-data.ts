import type { Readable } from 'node:stream';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { Clock } from '@vitae/kit/clock';
import { type ArchiveEntry, createArchive } from '@vitae/kit/zip-archive';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { Comment } from '@vitae/proto/comment';
import type { ResumeListItem } from '@vitae/proto/resume-list-item';
import type { AccessedApplication, ApplicationAccesses } from './application-accesses.ts';
import { file, json, list } from './archive-entries.ts';
import type { ConnectedApplication } from './connected-applications.ts';
import { cvEntries, deletedCvEntries, untilGone, versionEntries } from './cv-entries.ts';
import { callerOf, refOf } from './own-profile.ts';
import type { CommentList, OwnRecords } from './own-records.ts';

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
      const ref = refOf(owner);
      const [user, addresses, cvs, labels, deleted, preferences, visits, accessed, comments] = await Promise.all([
        resume.user(ref, caller),
        resume.call.GetUserSlugs(ref, { caller }),
        listAll(async (page) => pageOf<ResumeListItem>(await resume.call.ListUserCvs({ ...ref, page }, { caller }))),
        listAll(async (page) => pageOf<object>(await resume.call.ListUserTags({ ...ref, page }, { caller }))),
        listAll(async (page) => {
          const { cvs, next } = await resume.call.ListDeletedCvs({ ...ref, ...page }, { caller });
          return { items: cvs.map((cv) => ({ ...cv, deletedAt: new Date(cv.deletedAt) })), next };
        }),
        records.preferences(owner, requestId),
        records.dailyVisits(owner, { days: DAYS }, requestId),
        accesses.list(owner),
        commentsFrom(''),
      ]);
      async function* entries(): AsyncGenerator<ArchiveEntry> {
        yield file('user.json', user.json);
        yield json('addresses.json', { userSlug: addresses.slug, formerUserSlugs: addresses.formerSlugs });
        yield json('cvs.json', cvs);
        yield json('labels.json', labels);
        yield json('deleted-cvs.json', deleted);
        yield json('preferences.json', preferences.preferences);
        yield json('visits.json', visits);
        yield json('applications.json', connected);
        yield list('application-accesses.json', 'accesses', accessesOf(owner, accessed, accesses, signal));
        yield list('comments.json', 'comments', commentsOf(comments, commentsFrom));
        for (const { id } of cvs) {
          signal.throwIfAborted();
          yield* untilGone(entriesOfCv(Number(id)));
        }
        for (const { id } of deleted) {
          signal.throwIfAborted();
          yield* untilGone(deletedCvEntries(resume, id, caller));
        }
      }
      async function* entriesOfCv(cvId: number): AsyncGenerator<ArchiveEntry> {
        yield* cvEntries(resume, cvId, caller);
        yield json(`cvs/${cvId}/visits.json`, await records.dailyVisits(owner, { days: DAYS, cvId }, requestId));
        yield* versionEntries(resume, cvId, caller, signal);
      }
      return () => createArchive(entries(), new Date(clock.now()));
    },
  };
}

type ReadPage<T> = (page: { limit: number; cursor: string }) => Promise<{ items: T[]; next: string }>;

async function listAll<T>(read: ReadPage<T>): Promise<T[]> {
  const items: T[] = [];
  let cursor = '';
  do {
    const page = await read({ limit: ITEMS_PER_PAGE, cursor });
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== '');
  return items;
}

function pageOf<T>({ json, next }: { json: Buffer; next: string }): { items: T[]; next: string } {
  return { items: JSON.parse(json.toString('utf8')) as T[], next };
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
