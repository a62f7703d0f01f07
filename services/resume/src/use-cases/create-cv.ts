import type { Caller } from '@vitae/kit/caller';
import type { Culture } from '@vitae/proto/cv-fields';
import { completionOf } from '../cv/completion.ts';
import type { CvContent } from '../cv/content.ts';
import { defaultDisplay } from '../cv/default-display.ts';
import { freeSlug, slugOf } from '../cv/slug.ts';
import type { StoredCv } from '../model.ts';
import type { ResumeDeps } from './deps.ts';
import type { FieldOutcome } from '../json-resume/report.ts';
import { userNotFound } from './errors.ts';
import type { ResumeStore } from '../store.ts';
import type { StoredUser } from '../user/stored-user.ts';
import { adoptLogos } from './copy-logos.ts';
import type { PublicDocument } from './create-user.ts';
import { type CvFlags, identify, readNewContent } from './cv-content.ts';
import { newPicture } from './cv-pictures.ts';
import { findUser, type UserName } from './find-user.ts';
import { drawPhoto } from './import-photo.ts';
import { once } from './idempotency.ts';

export type CreateCvCommand = {
  user: UserName;
  content: Uint8Array;
  main: boolean;
  publish: boolean;
  /** Overrules the culture of the content. */
  culture: Culture | undefined;
  idempotencyKey: string;
};
export type CreatedCv = PublicDocument & { title: string; report: FieldOutcome[] };

const DEFAULT_CULTURE: Culture = 'en_US';

/** A user's first CV is the main one; a new main one takes the place of the one before. */
export function createCv(deps: ResumeDeps) {
  return async (caller: Caller, command: CreateCvCommand): Promise<CreatedCv> => {
    const { draft, culture, flags, report, keep, photo } = await drawPhoto(deps, readNewContent(command.content));
    const { user: name, content: body, idempotencyKey: key, ...settings } = command;
    const request = {
      companyId: caller.companyId,
      method: 'CreateCv',
      key,
      body: [JSON.stringify([name, settings, caller.userId]), body],
    };
    return once(deps, request, async (store) => {
      const user = await findUser(store, caller, name);
      const content = await identify(store, draft);
      const main = user.cvCount === 0 || command.main || flags.main === true;
      if (main) await stepDown(deps, store, user.id);
      const made = await newCv(deps, store, user, {
        content,
        culture: command.culture ?? culture ?? DEFAULT_CULTURE,
        flags: { ...flags, published: flags.published === true || command.publish },
        main,
      });
      const picture = photo && newPicture(deps, made, 'photo', photo);
      if (picture) await store.pictures.insert(picture, made.createdAt);
      const cv = {
        ...made,
        content: await adoptLogos(deps, store, made, content),
        photo: picture?.name ?? null,
      };
      const rendering = deps.renderer.render(cv, cv.createdAt);
      await store.cvs.insert(cv, rendering);
      if (keep) await store.imports.insert(cv, keep(content));
      if (!(await store.users.addToCvCount(user.id, 1))) throw userNotFound();
      return {
        userId: user.id,
        answer: { id: cv.id, revision: cv.revision, json: rendering.json.toString(), title: cv.content.title, report },
      };
    });
  };
}

/** The main CV of a user, if there is one, becomes a secondary one: its address changes. */
export async function stepDown({ renderer, clock }: ResumeDeps, store: ResumeStore, userId: number): Promise<void> {
  const main = await store.cvs.findMain(userId);
  if (main === undefined) return;
  const secondary = { ...main, main: false, revision: main.revision + 1 };
  await store.cvs.replace(secondary, renderer.render(secondary, new Date(clock.now())));
}

type NewCv = { content: CvContent; culture: Culture; flags: CvFlags; main: boolean };

async function newCv(
  { clock, newToken }: ResumeDeps,
  store: ResumeStore,
  user: StoredUser,
  { content, culture, flags, main }: NewCv,
): Promise<StoredCv> {
  const at = new Date(clock.now());
  const [id = 0] = await store.draw('cv', 1);
  return {
    id,
    companyId: user.companyId,
    userId: user.id,
    revision: 1,
    culture,
    content,
    completion: completionOf(content),
    main,
    published: flags.published ?? false,
    indexed: flags.indexed ?? false,
    protected: flags.protected ?? false,
    anonymized: flags.anonymized ?? false,
    recipient: flags.recipient ?? '',
    status: 'draft',
    statusChangedAt: at,
    history: [{ status: 'draft', at }],
    userSlug: user.slug,
    slug: freeSlug(slugOf(content.title) || 'cv', await store.cvs.slugsOf(user.id)),
    token: newToken(),
    display: defaultDisplay(),
    photo: null,
    password: null,
    managerId: user.managerId,
    tagIds: user.tagIds,
    createdAt: at,
    updatedAt: at,
  };
}
