import { createHash } from 'node:crypto';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import type { Locale } from '@vitae/proto/locale';
import { type ImportReport, importReportOf } from './import-report.ts';
import type { LeftOut } from './linkedin/linkedin-export.ts';
import { createFromFile, type FileProblem, fileProblemOf, readContent, withoutName } from './new-cv.ts';
import type { OwnCvs } from './own-cvs.ts';
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
  /** Counts another CV. Returns the seconds until the owner may create it, 0 if now. */
  countCreation: () => Promise<number>;
};

/** When no further CV is created, and when the creation of the last one is given up. Proxies wait for a minute. */
const LAST_START_MS = 40_000;
const MAX_IMPORT_MS = 52_000;
/** The report of an archive is stored as a whole. */
const MAX_ROWS_OF_CV = 40;

/**
 * Imports the CVs of an archive, each on its own: a CV that is rejected or fails does not affect the others. In an account
 * without CVs, the main CV comes first, because the first CV becomes the main one. CVs for which there is no time left are
 * imported when the owner imports the file again. Within a day, importing the same file
 * again creates only CVs that the account does not have.
 */
export async function importArchive(
  archive: Archive,
  { owner, locale, ownName, formToken, requestId }: ArchiveImport,
  { cvs, log, clock, countCreation }: Dependencies,
): Promise<ArchiveReport> {
  const startedAt = clock.now();
  const elapsedMs = () => clock.now() - startedAt;
  const isTimeUp = () => elapsedMs() > LAST_START_MS;
  const before = await cvs.list(owner, requestId);
  const titles = new Map(before.map(({ id, title }) => [id, title]));
  const isTitleTaken = (title: string) => before.some((cv) => cv.title === title);

  const create = async ({ title, content: archived, ...source }: ArchivedCv, salt: string): Promise<ImportedCv> => {
    if (isTimeUp()) return { title, kind: 'postponed' };
    const read = await readContent(archived, locale, source);
    if ('fault' in read) return { title, kind: 'rejected', problem: read };
    const { resume, ...others } = ownName ? withoutName(read) : read;
    const { culture, pictures = [] } = resume;
    try {
      const created = await createFromFile({ resume, ...others }, (content) => {
        const idempotencyKey = keyOf([content, ...pictures.map((one) => one.content)], [owner.userId, culture, salt]);
        const timeoutMs = MAX_IMPORT_MS - elapsedMs();
        return cvs.create(owner, { ...resume, content, idempotencyKey, timeoutMs }, requestId);
      });
      const { id: cvId, title: ownTitle } = created;
      const known = titles.get(cvId);
      if (known !== undefined) return { title: known, kind: 'existing', cvId };
      const report = importReportOf(created, others, MAX_ROWS_OF_CV);
      return { title: ownTitle, kind: 'created', cvId, report, isTitleRepeated: isTitleTaken(ownTitle) };
    } catch (err) {
      const { code, reason } = VitaeError.from(err);
      if (code === 'INVALID_ARGUMENT') return { title, kind: 'rejected', problem: fileProblemOf(err) };
      if (reason === 'user_not_found') throw err;
      log.error({ err, requestId }, 'A CV of an archive was not imported');
      return { title, kind: 'failed' };
    }
  };

  const imported: { cv: ArchivedCv; result: ImportedCv; copy: number }[] = [];
  const copies = createCounter();
  for (const cv of before.length === 0 ? mainFirst(archive.cvs) : archive.cvs) {
    const copy = copies(cv.content);
    const retryAfter = imported.length === 0 || isTimeUp() ? 0 : await countCreation();
    const result: ImportedCv =
      retryAfter > 0
        ? { title: cv.title, kind: 'waiting', minutes: Math.ceil(retryAfter / 60) }
        : await create(cv, String(copy));
    imported.push({ cv, result, copy });
  }
  // Requests with the key of an earlier import return its CV, even if the owner has deleted the CV since.
  const stored = new Set((await cvs.list(owner, requestId)).map(({ id }) => id));
  for (const one of imported)
    if (one.result.kind === 'created' && !stored.has(one.result.cvId))
      one.result = await create(one.cv, `${one.copy} ${formToken}`);
  return { cvs: imported.map(({ result }) => result), further: archive.further, leftOut: archive.leftOut };
}

const mainFirst = (cvs: readonly ArchivedCv[]) => cvs.toSorted((one, other) => Number(other.main) - Number(one.main));

/** Identifies a CV by its content, so that importing a file again does not create its CVs again. */
function keyOf(parts: readonly Buffer[], context: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify([...context, parts.map(({ length }) => length)]));
  for (const part of parts) hash.update(part);
  return `archive-${hash.digest('base64url')}`;
}

/** Counts how often the same content occurred before: an archive may have equal CVs. */
function createCounter(): (content: Buffer) => number {
  const counts = new Map<string, number>();
  return (content) => {
    const digest = createHash('sha256').update(content).digest('base64url');
    const count = counts.get(digest) ?? 0;
    counts.set(digest, count + 1);
    return count;
  };
}
