import type { Caller } from '@vitae/kit/caller';
import { findFreeSlug, slugOf } from '@vitae/kit/slug';
import { type Culture, defaultCulture } from '@vitae/proto/cv-fields';
import { completionOf } from '../cv/completion.ts';
import type { CvContent } from '../cv/content.ts';
import { shownPaths } from '../json-resume/logos.ts';
import type { FieldOutcome } from '../json-resume/report.ts';
import {
  defaultDisplay,
  displayWith,
  type PublicDocument,
  type StoredCv,
  type StoredDisplay,
  type StoredUser,
} from '../model.ts';
import type { CvOwner, ResumeStore } from '../store.ts';
import { requireAccess, type UserSelector, userKey } from './access.ts';
import { copyLogos, copyOwnLogos, type ForeignPicture, NOT_OWN } from './copy-logos.ts';
import { assignItemIds, type CvFlags, readNewContent } from './cv-content.ts';
import { newPicture } from './cv-pictures.ts';
import type { ResumeDeps } from './deps.ts';
import { runIdempotently } from './idempotency.ts';
import { encodeLogos, storeLogos } from './import-logos.ts';
import { importPhoto } from './import-photo.ts';

export type CreateCvCommand = {
  user: UserSelector;
  /** JSON Resume or CV data. */
  content: Uint8Array;
  main: boolean;
  publish: boolean;
  /** Overrides the culture of the content. */
  culture: Culture | undefined;
  idempotencyKey: string;
  /** Reports pictures of other users as dropped. Otherwise CV data with such pictures is rejected. */
  omitForeignPictures: boolean;
  /** Pictures before they are re-encoded, by their paths in the content. */
  pictures: readonly { path: string; content: Uint8Array }[];
};
export type CreatedCv = PublicDocument & { title: string; report: FieldOutcome[] };

/** Creates a CV. The first CV of a user becomes the main one, and a new main CV replaces the previous one. */
export function createCv(deps: ResumeDeps) {
  return async (caller: Caller, command: CreateCvCommand): Promise<CreatedCv> => {
    const content = await importPhoto(deps, readNewContent(command.content));
    // The body does not include the flag, so that it is the same as in earlier releases. Those sent no pictures.
    const { user: userRef, content: bytes, idempotencyKey: key, omitForeignPictures, pictures, ...settings } = command;
    const request = {
      companyId: caller.companyId,
      method: 'CreateCv',
      key,
      body: [
        JSON.stringify([userRef, settings, caller.userId]),
        bytes,
        ...pictures.flatMap((one) => [one.path, one.content]),
      ],
    };
    const shown = shownPaths(content.draft);
    const uploads = pictures.flatMap((one) => (shown.has(one.path) ? [[one.path, one.content] as const] : []));
    // Before the transaction, which should be short.
    const [[id = 0], newContent, logos] = await Promise.all([
      deps.store.reserveIds('cv', 1),
      assignItemIds(deps.store, content.draft),
      encodeLogos(deps, new Map<string, Uint8Array>([...content.logos, ...uploads])),
    ]);
    return runIdempotently(deps, request, async (store) => {
      const at = new Date(deps.clock.now());
      const user = requireAccess(caller, await store.users.addToCvCount(userKey(caller, userRef), 1, at));
      const flags = {
        ...content.flags,
        main: user.cvCount === 0 || command.main || content.flags.main === true,
        published: content.flags.published === true || command.publish,
      };
      if (flags.main && user.cvCount > 0)
        await demoteMainCv(deps, store, { companyId: user.companyId, userId: user.id });
      const draft = await newCv(deps, store, user, {
        id,
        content: newContent,
        culture: command.culture ?? content.culture ?? defaultCulture,
        flags,
        display: content.display && displayWith(content.display),
      });
      const photo = content.photo && newPicture(deps, draft, 'photo', content.photo);
      if (photo) await store.pictures.insert(photo, draft.createdAt);
      const { content: imported, stored } = await storeLogos(deps, store, draft, logos);
      const own = { ...imported, ...stored };
      const { content: withLogos, foreign } =
        content.importRecord || omitForeignPictures
          ? await copyOwnLogos(deps, store, draft, imported, own)
          : { content: await copyLogos(deps, store, draft, imported, own), foreign: [] };
      const cv = {
        ...draft,
        content: withLogos,
        photo: photo?.name ?? null,
      };
      const rendering = deps.renderer.render(cv, cv.createdAt);
      await store.cvs.insert(cv, rendering);
      if (content.importRecord) await store.imports.insert(cv, content.importRecord(draft.content));
      const json = rendering.json.toString();
      return {
        userId: user.id,
        response: {
          id,
          revision: cv.revision,
          json,
          title: cv.content.title,
          report: [...content.report, ...foreign.map((one) => droppedLogo(one, logos.rejected.get(one.path)))],
        },
      };
    });
  };
}

function droppedLogo({ field }: ForeignPicture, note = NOT_OWN): FieldOutcome {
  const [list = '', , index = '', name = ''] = field.split('.');
  return {
    path: `${list === 'experiences' ? 'work' : list}[${index}].${name}`,
    outcome: 'dropped',
    note,
  };
}

/** Turns the main CV of a user into a secondary one, which changes its address. */
export async function demoteMainCv({ renderer, clock }: ResumeDeps, store: ResumeStore, owner: CvOwner): Promise<void> {
  const main = await store.cvs.findMain(owner);
  if (main === undefined) return;
  const secondary = { ...main, main: false, revision: main.revision + 1 };
  await store.cvs.replaceIfUnchanged(secondary, renderer.render(secondary, new Date(clock.now())));
}

type NewCv = {
  id: number;
  content: CvContent;
  culture: Culture;
  flags: Omit<CvFlags, 'main'> & { main: boolean };
  display?: StoredDisplay | undefined;
};

/** A CV of a user with a new address and private link, before it is stored. */
export async function newCv(
  { clock, newToken }: ResumeDeps,
  store: ResumeStore,
  user: StoredUser,
  { id, content, culture, flags, display = defaultDisplay() }: NewCv,
): Promise<StoredCv> {
  const at = new Date(clock.now());
  const owner = { companyId: user.companyId, userId: user.id };
  const slug = await findFreeSlug(slugOf(content.title) || 'cv', async (slugs) =>
    user.cvCount === 0 ? new Set() : store.cvs.findTakenSlugs(owner, slugs),
  );
  return {
    id,
    companyId: user.companyId,
    userId: user.id,
    revision: 1,
    culture,
    content,
    completion: completionOf(content),
    main: flags.main,
    published: flags.published ?? false,
    indexed: flags.indexed ?? false,
    protected: flags.protected ?? false,
    anonymized: flags.anonymized ?? false,
    recipient: flags.recipient ?? '',
    status: 'draft',
    statusChangedAt: at,
    history: [{ status: 'draft', at }],
    userSlug: user.slug,
    slug,
    token: newToken(),
    links: [],
    linkPreview: { name: true, photo: true },
    display,
    photo: null,
    password: null,
    managerId: user.managerId,
    tagIds: user.tagIds,
    createdAt: at,
    updatedAt: at,
  };
}
