import { createHash } from 'node:crypto';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import type { Locale } from '@vitae/proto/locale';
import { type ImportReport, importReportOf } from './import-report.ts';
import type { ImportedCvs } from './imported-cvs.ts';
import type { LeftOut } from './linkedin/linkedin-export.ts';
import { createFromFile, type FileProblem, fileProblemOf, type ReadFile, readContent, withoutName } from './new-cv.ts';
import type { OwnCv, OwnCvs } from './own-cvs.ts';
import type { Archive, ArchivedCv } from './read-archive.ts';

/**
 * What became of a CV of an archive. `existing`: an earlier import of the same file created it. `postponed`: there was no
 * time left.
 */
export type ImportedCv = { title: string } & (
  | { kind: 'created'; cvId: number; report: ImportReport; isTitleRepeated: boolean }
  | { kind: 'existing'; cvId: number }
  | { kind: 'rejected'; problem: FileProblem }
  | { kind: 'failed' }
  | { kind: 'waiting'; minutes: number }
  | { kind: 'postponed' }
);
/** `further` has the titles of CVs above the maximum. */
export type ArchiveReport = { cvs: ImportedCv[]; further: string[]; leftOut: LeftOut[] };

export type ArchiveImport = { owner: Owner; locale: Locale; ownName: boolean; formToken: string; requestId: string };
type Dependencies = {
  cvs: Pick<OwnCvs, 'create' | 'list'>;
  log: Pick<Logger, 'error'>;
  clock: Clock;
  importedCvs: ImportedCvs;
  creations: {
    /** Counts another CV. Returns the seconds until the owner may create it, 0 if now. */
    count: () => Promise<number>;
    /** Takes back a CV that was counted but not created. */
    refund: () => Promise<void>;
  };
};

/** When no further CV is created, and when the creation of the last one is given up. Proxies wait for a minute. */
const LAST_START_MS = 40_000;
const MAX_IMPORT_MS = 52_000;
/** The report of an archive is stored as a whole. */
const MAX_ROWS_OF_CV = 40;

/**
 * Imports the CVs of an archive, each on its own: a CV that is rejected or fails does not affect the others. In an account
 * without CVs, the main CV comes first, because the first CV becomes the main one. CVs for which there is no time left are
 * imported when the owner imports the file again. Within a day, importing the same file again creates only CVs that the
 * account does not have, and only these count as created.
 */
export async function importArchive(
  archive: Archive,
  request: ArchiveImport,
  dependencies: Dependencies,
): Promise<ArchiveReport> {
  const { owner, requestId } = request;
  const { cvs, creations, importedCvs } = dependencies;
  const [before, recorded] = await Promise.all([cvs.list(owner, requestId), importedCvs.find(owner.userId)]);
  const importCv = createCvImport(request, dependencies, before, new Map(recorded));
  const imported: { cv: ArchivedCv; result: ImportedCv; copy: number }[] = [];
  const copies = createCounter();
  for (const cv of before.length === 0 ? mainFirst(archive.cvs) : archive.cvs) {
    const copy = copies(cv.content);
    imported.push({ cv, result: await importCv(cv, copy), copy });
  }
  // If a CV of an earlier import was not recorded, it is returned even if the owner has deleted it since.
  const stored = new Set((await cvs.list(owner, requestId)).map(({ id }) => id));
  for (const one of imported)
    if (one.result.kind === 'created' && !stored.has(one.result.cvId)) {
      await creations.refund();
      one.result = await importCv(one.cv, one.copy);
    }
  return { cvs: imported.map(({ result }) => result), further: archive.further, leftOut: archive.leftOut };
}

type CvImport = (cv: ArchivedCv, copy: number) => Promise<ImportedCv>;

/** `before` are the CVs of the account before the import, `idsByDigest` those that earlier imports created. */
function createCvImport(
  request: ArchiveImport,
  dependencies: Dependencies,
  before: readonly OwnCv[],
  idsByDigest: Map<string, number>,
): CvImport {
  const { clock, creations } = dependencies;
  const startedAt = clock.now();
  const elapsedMs = () => clock.now() - startedAt;
  const titles = new Map(before.map(({ id, title }) => [id, title]));
  const existing = (cvId: number | undefined): ImportedCv | undefined => {
    const title = cvId === undefined ? undefined : titles.get(cvId);
    return cvId === undefined || title === undefined ? undefined : { title, kind: 'existing', cvId };
  };
  return async ({ title, content, ...source }, copy) => {
    const read = await readContent(content, request.locale, source);
    if ('fault' in read) return { title, kind: 'rejected', problem: read };
    const file = request.ownName ? withoutName(read) : read;
    const digest = digestOfFile(file, request.owner, copy);
    const earlierId = idsByDigest.get(digest);
    const known = existing(earlierId);
    if (known) return known;
    if (elapsedMs() > LAST_START_MS) return { title, kind: 'postponed' };
    const retryAfter = await creations.count();
    if (retryAfter > 0) return { title, kind: 'waiting', minutes: Math.ceil(retryAfter / 60) };
    const remainingMs = () => MAX_IMPORT_MS - elapsedMs();
    const creation = { digest, isDeleted: earlierId !== undefined, remainingMs };
    const created = await create(file, creation, request, dependencies);
    if (created.kind !== 'created') {
      await creations.refund();
      return { title, ...created };
    }
    const { cvId, title: ownTitle } = created;
    idsByDigest.set(digest, cvId);
    const isTitleRepeated = before.some((cv) => cv.title === ownTitle);
    const earlier = existing(cvId);
    if (earlier) await creations.refund();
    return earlier ?? { ...created, isTitleRepeated };
  };
}

/** `isDeleted`: the owner has deleted the CV that an earlier import created. */
type Creation = { digest: string; isDeleted: boolean; remainingMs: () => number };
type Created =
  | Omit<Extract<ImportedCv, { kind: 'created' }>, 'isTitleRepeated'>
  | { kind: 'rejected'; problem: FileProblem }
  | { kind: 'failed' };

/** Creates a CV. Requests with the idempotency key of an earlier import return its CV. */
async function create(
  file: ReadFile,
  { digest, isDeleted, remainingMs }: Creation,
  { owner, formToken, requestId }: ArchiveImport,
  { cvs, log, importedCvs }: Dependencies,
): Promise<Created> {
  try {
    const created = await createFromFile(file, (content) => {
      const idempotencyKey = isDeleted ? `archive-${digestOf(digest, formToken)}` : `archive-${digest}`;
      const timeoutMs = remainingMs();
      return cvs.create(owner, { ...file.resume, content, idempotencyKey, timeoutMs }, requestId);
    });
    await importedCvs.add(owner.userId, digest, created.id);
    const report = importReportOf(created, file, MAX_ROWS_OF_CV);
    return { title: created.title, kind: 'created', cvId: created.id, report };
  } catch (err) {
    const { code, reason } = VitaeError.from(err);
    if (code === 'INVALID_ARGUMENT') return { kind: 'rejected', problem: fileProblemOf(err) };
    if (reason === 'user_not_found') throw err;
    log.error({ err, requestId }, 'A CV of an archive was not imported');
    return { kind: 'failed' };
  }
}

/** Identifies a CV of an archive, so that importing the archive again does not create it again. */
function digestOfFile({ resume }: ReadFile, { userId }: Owner, copy: number): string {
  const pictures = resume.pictures?.map((picture) => picture.content) ?? [];
  return digestOf(String(userId), resume.culture, String(copy), resume.content, ...pictures);
}

const mainFirst = (cvs: readonly ArchivedCv[]) => cvs.toSorted((one, other) => Number(other.main) - Number(one.main));

function digestOf(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url');
}

/** Counts how often the same content occurred before: an archive may have equal CVs. */
function createCounter(): (content: Buffer) => number {
  const counts = new Map<string, number>();
  return (content) => {
    const digest = digestOf(content);
    const count = counts.get(digest) ?? 0;
    counts.set(digest, count + 1);
    return count;
  };
}
