import type { Caller } from '@vitae/kit/caller';
import { type CvContent, type ItemKind, itemsOf, withoutIds } from '../cv/content.ts';
import type { PublicDocument, StoredCv } from '../model.ts';
import type { ResumeStore } from '../store.ts';
import { findCv, requireAccess } from './access.ts';
import { copyOwnLogos, copyPicture } from './copy-logos.ts';
import { newCv } from './create-cv.ts';
import { assignItemIds } from './cv-content.ts';
import type { ResumeDeps } from './deps.ts';
import { runIdempotently } from './idempotency.ts';

export type CopyCvCommand = { id: number; title: string; idempotencyKey: string };

/**
 * Copies a CV with its import record, pictures and appearance to an unpublished one. The content is not validated,
 * because an earlier version may have stored it.
 */
export function copyCv(deps: ResumeDeps) {
  return async (
    caller: Caller,
    { id: sourceId, title, idempotencyKey: key }: CopyCvCommand,
  ): Promise<PublicDocument> => {
    const source = await findCv(deps.store, caller, sourceId);
    // Without the title, which changes if the CV is renamed before a repeated request.
    const body = [JSON.stringify([sourceId, caller.userId])];
    // Before the transaction, which should be short.
    const [[id = 0], content] = await Promise.all([
      deps.store.reserveIds('cv', 1),
      assignItemIds(deps.store, withoutIds(source.content)),
    ]);
    return runIdempotently(deps, { companyId: caller.companyId, method: 'CopyCv', key, body }, async (store) => {
      const owner = { companyId: source.companyId, id: source.userId };
      const user = requireAccess(caller, await store.users.addToCvCount(owner, 1, new Date(deps.clock.now())));
      const { culture, anonymized, recipient, display, linkPreview } = source;
      const flags = { main: user.cvCount === 0, anonymized, recipient };
      const draft = await newCv(deps, store, user, { id, content: { ...content, title }, culture, flags });
      const { content: withLogos } = await copyOwnLogos(deps, store, draft, draft.content);
      const photo = source.photo === null ? undefined : await store.pictures.read(source.photo);
      const cv: StoredCv = {
        ...draft,
        content: withLogos,
        display,
        linkPreview,
        photo: photo ? await copyPicture(deps, store, photo, id) : null,
      };
      const rendering = deps.renderer.render(cv, cv.createdAt);
      await store.cvs.insert(cv, rendering);
      await copyImport(store, source, cv);
      return { userId: user.id, response: { id, revision: cv.revision, json: rendering.json.toString() } };
    });
  };
}

async function copyImport({ imports }: Pick<ResumeStore, 'imports'>, source: StoredCv, copy: StoredCv): Promise<void> {
  const imported = await imports.find(source);
  if (imported) await imports.insert(copy, { ...imported, base: withIdsOf(copy, source, imported.base) });
}

/** Exports match imported items with those of the CV by their ids. */
function withIdsOf(copy: StoredCv, source: StoredCv, base: CvContent): CvContent {
  const renumber = <Item extends { id: number }>(kind: ItemKind, items: readonly Item[]): Item[] => {
    const copied = itemsOf(copy.content, kind);
    const ids = new Map(itemsOf(source.content, kind).map(({ id }, index) => [id, copied[index]?.id]));
    return items.map((item) => ({ ...item, id: ids.get(item.id) ?? item.id }));
  };
  return {
    ...base,
    experiences: { experience: renumber('experience', base.experiences.experience) },
    educations: { education: renumber('education', base.educations.education) },
    portfolios: { portfolio: renumber('portfolio', base.portfolios.portfolio) },
    links: { link: renumber('link', base.links.link) },
  };
}
