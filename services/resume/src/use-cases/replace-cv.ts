import { parseBoundedJson } from '@vitae/kit/bounded-json';
import type { Caller } from '@vitae/kit/caller';
import { fieldProblems, invalidFields } from '@vitae/kit/validate';
import { cvInput, type ParsedCv } from '@vitae/proto/cv-data';
import { resumeSectionsInput } from '@vitae/proto/export-source';
import { completionOf } from '../cv/completion.ts';
import { draftOf } from '../cv/content.ts';
import { dateTime } from '../cv/public-json.ts';
import { cvUrl, printableUrl } from '../cv/urls.ts';
import type { PublicDocument, StoredCv } from '../model.ts';
import type { ResumeStore } from '../store.ts';
import { findCv } from './access.ts';
import { copyLogos } from './copy-logos.ts';
import { demoteMainCv } from './create-cv.ts';
import { assignItemIds, requireKnownItemIds } from './cv-content.ts';
import { saveVersion } from './cv-versions.ts';
import type { ResumeDeps } from './deps.ts';
import { rejectReadOnlyChanges, requireRevision } from './errors.ts';
import { saveSections } from './resume-sections.ts';
import { saveCv } from './save-cv.ts';

/**
 * `ifRevision` is 0 to replace any revision. `keepVersion` keeps the content before and after the change,
 * and accepts pictures that only a version has.
 * `continueVersion` replaces the version of the current content.
 */
export type ReplaceCvCommand = {
  id: number;
  content: Uint8Array;
  ifRevision: number;
  keepVersion: boolean;
  continueVersion: boolean;
  /** The sections that CV data does not have, as JSON. Empty to keep them. */
  resumeSections: Uint8Array;
};

/** Replaces the content of a CV. Settings that the content does not have stay as they are. */
export function replaceCv(deps: ResumeDeps) {
  return async (caller: Caller, command: ReplaceCvCommand): Promise<PublicDocument> => {
    const { id, ifRevision, keepVersion, continueVersion: continues } = command;
    const { input, sections } = readInput(command);
    const draft = draftOf(input);
    const newContent = await assignItemIds(deps.store, draft);
    return deps.store.transaction(async (tx) => {
      const stored = await findCv(tx, caller, id);
      requireRevision(stored.revision, ifRevision, 'CV');
      const possible = {
        ...possibleValues(input, stored, deps.siteUrl),
        url: await possibleUrl(tx, input.url, stored, deps.siteUrl),
      };
      rejectReadOnlyChanges(input, { id, userId: stored.userId, ...possible });
      requireKnownItemIds(draft, stored.content);
      const content = await copyLogos(deps, tx, stored, newContent, stored.content, keepVersion);
      if (input.main && !stored.main) await demoteMainCv(deps, tx, stored);
      const changes = {
        content,
        completion: completionOf(content),
        culture: input.culture ?? stored.culture,
        main: input.main ?? stored.main,
        published: input.published ?? stored.published,
        indexed: input.indexed ?? stored.indexed,
        protected: input.protected ?? stored.protected,
        anonymized: input.anonymized ?? stored.anonymized,
        recipient: input.recipient ?? stored.recipient,
      };
      if (keepVersion) return saveVersion(deps, tx, stored, changes, { continues, sections });
      if (sections) await saveSections(tx, stored, await tx.imports.find(stored), sections);
      return saveCv(deps, tx, stored, changes);
    });
  };
}

/** @throws {VitaeError} INVALID_ARGUMENT with the invalid fields of the CV and of its sections */
function readInput({ content, resumeSections }: ReplaceCvCommand) {
  const cv = cvInput.safeParse(parseBoundedJson(content));
  const sections =
    resumeSections.length > 0 ? resumeSectionsInput.safeParse(parseBoundedJson(resumeSections)) : undefined;
  if (!cv.success || sections?.success === false)
    throw invalidFields([cv, sections].flatMap((result) => (result?.error ? fieldProblems(result.error) : [])));
  return { input: cv.data, sections: sections?.data };
}

const SLUGS = /\/p\/(?<userSlug>[a-z0-9-]{1,80})(?:\/(?<slug>[a-z0-9-]{1,80}))?$/;
const LINK_PATH = /\/c\/[\w.-]{1,80}\/export/;

/**
 * Returns the sent address if the CV may have had it, and otherwise the stored one. The owner can change both parts, and
 * another request may have made the CV the main one or not. Former last parts are not stored, so any is accepted.
 */
async function possibleUrl(store: ResumeStore, sent: string | undefined, cv: StoredCv, siteUrl: string) {
  const current = cvUrl(siteUrl, cv);
  if (sent === undefined || sent === '') return sent;
  const { userSlug = cv.userSlug, slug = cv.slug } = sent.match(SLUGS)?.groups ?? {};
  const isPossible = [true, false].some((main) => sent === cvUrl(siteUrl, { ...cv, main, userSlug, slug }));
  if (!isPossible || userSlug === cv.userSlug) return isPossible ? sent : current;
  const owner = await store.users.find({ companyId: cv.companyId, id: cv.userId });
  return owner?.formerSlugs.includes(userSlug) ? sent : current;
}

/** As `possibleUrl`, for the other values that change with the CV. */
function possibleValues(sent: ParsedCv, cv: StoredCv, siteUrl: string) {
  const [created, updated] = [dateTime(cv.createdAt), dateTime(cv.updatedAt)];
  const time = sent.updatedAt?.slice(0, updated.length) || updated;
  const arePrintable = (['pdf', 'odt', 'doc'] as const).every((format) => {
    const address = sent.printable?.[format] || null;
    const unprotected = { ...cv, protected: false };
    const current = address?.replace(LINK_PATH, `/c/${cv.token}/export`);
    return address === null || current === printableUrl(siteUrl, unprotected, format);
  });
  return {
    updatedAt: time >= created && time <= updated ? sent.updatedAt : updated,
    printable: arePrintable ? sent.printable : undefined,
  };
}

/** Changes who can see a CV, at any revision. */
export function setCvVisibility(deps: ResumeDeps) {
  return (
    caller: Caller,
    id: number,
    { published, indexed }: { published?: boolean | undefined; indexed?: boolean | undefined },
  ): Promise<PublicDocument> =>
    deps.store.transaction(async (tx) => {
      const stored = await findCv(tx, caller, id);
      const changes = { published: published ?? stored.published, indexed: indexed ?? stored.indexed };
      return saveCv(deps, tx, stored, changes);
    });
}
