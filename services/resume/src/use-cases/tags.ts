import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { NewTag, Tag, TagPatch } from '@vitae/proto/tag';
import type { ResumeDeps } from './deps.ts';
import { tagNotFound } from './errors.ts';
import { type Page, type PageRequest, readPage } from '../paging/read-page.ts';
import type { ResumeStore } from '../store.ts';
import { type StoredTag, tagOf } from '../tag/stored-tag.ts';
import type { PublicDocument } from './create-user.ts';
import { refuseOtherRevision } from './expected-revision.ts';
import { once } from './idempotency.ts';

function documentOfTag(tag: StoredTag): PublicDocument {
  return { id: tag.id, revision: tag.revision, json: JSON.stringify(tagOf(tag)) };
}

async function findTag(store: ResumeStore, caller: Caller, id: number): Promise<StoredTag> {
  const tag = await store.tags.find(caller.companyId, id);
  if (tag === undefined) throw tagNotFound();
  return tag;
}

export function listTags({ store, totals, anchors }: ResumeDeps) {
  return async ({ companyId }: Caller, request: PageRequest): Promise<Page<Tag>> => {
    const page = await readPage(
      {
        query: ['tags', companyId],
        total: await totals.of(companyId, ['tags'], () => store.tags.count(companyId)),
        anchors: () => anchors.of(companyId, ['tags']),
        read: (from, limit) => store.tags.page(companyId, from, limit),
        positionOf: (tag) => [tag.id],
      },
      request,
    );
    return { ...page, rows: page.rows.map(tagOf) };
  };
}

export function getTag({ store }: ResumeDeps) {
  return async (caller: Caller, id: number): Promise<PublicDocument> => documentOfTag(await findTag(store, caller, id));
}

export function createTag(deps: ResumeDeps) {
  return async (
    { companyId }: Caller,
    { id_origin: idOrigin, ...fields }: NewTag,
    key: string,
  ): Promise<PublicDocument> => {
    const [id = 0] = await deps.store.draw('tag', 1);
    const request = { companyId, method: 'CreateTag', key, body: [JSON.stringify([fields, idOrigin])] };
    return once(deps, request, async (store) => {
      await refuseTaken(store, companyId, idOrigin);
      const at = new Date(deps.clock.now());
      const tag: StoredTag = { ...fields, id, companyId, idOrigin, revision: 1, createdAt: at, updatedAt: at };
      await store.tags.insert(tag);
      return { userId: 0, answer: documentOfTag(tag) };
    });
  };
}

export function updateTag({ store, clock }: ResumeDeps) {
  return (
    caller: Caller,
    id: number,
    { id_origin: idOrigin, ...patch }: TagPatch,
    ifRevision: number,
  ): Promise<PublicDocument> =>
    store.atomically(caller.companyId, async (tx) => {
      const tag = await findTag(tx, caller, id);
      refuseOtherRevision(tag.revision, ifRevision, 'tag');
      if (idOrigin !== undefined && idOrigin !== tag.idOrigin) await refuseTaken(tx, caller.companyId, idOrigin);
      const given = Object.fromEntries(
        Object.entries(patch).filter(([, value]) => value !== undefined),
      ) as Partial<StoredTag>;
      const changed = {
        ...tag,
        ...given,
        idOrigin: idOrigin === undefined ? tag.idOrigin : idOrigin,
        revision: tag.revision + 1,
        updatedAt: new Date(clock.now()),
      };
      if (!(await tx.tags.replace(changed)))
        throw new VitaeError('ABORTED', 'revision_conflict', 'The tag was changed meanwhile.');
      return documentOfTag(changed);
    });
}

/** From every user and CV that had it, too. */
export function deleteTag({ store }: ResumeDeps) {
  return (caller: Caller, id: number, ifRevision = 0): Promise<void> =>
    store.atomically(caller.companyId, async (tx) => {
      const { revision } = await findTag(tx, caller, id);
      refuseOtherRevision(revision, ifRevision, 'tag');
      await tx.tags.delete(caller.companyId, id);
      await tx.users.forgetTag(caller.companyId, id);
      await tx.cvs.forgetTag(caller.companyId, id);
    });
}

async function refuseTaken(store: ResumeStore, companyId: number, idOrigin: string | null): Promise<void> {
  if (idOrigin === null || (await store.tags.findByIdOrigin(companyId, idOrigin)) === undefined) return;
  throw new VitaeError('ALREADY_EXISTS', 'id_origin_taken', 'Another tag of the company has this id_origin.', {
    details: [{ field: 'id_origin', message: 'is taken' }],
  });
}
