import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import { type Page, type PageRequest, readPage } from '@vitae/kit/read-page';
import type { NewTag, Tag, TagPatch } from '@vitae/proto/tag';
import { type PublicDocument, type StoredTag, tagOf } from '../model.ts';
import type { ResumeStore } from '../store.ts';
import { deleteReference } from './deleted-references.ts';
import type { ResumeDeps } from './deps.ts';
import { rejectReadOnlyChanges, requireRevision, revisionConflict, tagNotFound } from './errors.ts';
import { runIdempotently } from './idempotency.ts';
import { storedFields } from './stored-fields.ts';

export function listTags({ store, totals }: ResumeDeps) {
  return async ({ companyId }: Caller, request: PageRequest): Promise<Page<Tag>> => {
    const page = await readPage(
      {
        query: ['tags', companyId],
        count: () => totals.get(companyId, ['tags'], () => store.tags.count(companyId, request.signal)),
        read: (start, limit) => store.tags.page(companyId, start, limit, request.signal),
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
    const [id = 0] = await deps.store.reserveIds('tag', 1);
    const request = { companyId, method: 'CreateTag', key, body: [JSON.stringify([fields, idOrigin])] };
    return runIdempotently(deps, request, async (store) => {
      await requireUniqueIdOrigin(store, companyId, idOrigin);
      const at = new Date(deps.clock.now());
      const tag: StoredTag = { ...fields, id, companyId, idOrigin, revision: 1, createdAt: at, updatedAt: at };
      await store.tags.insert(tag);
      return { userId: 0, response: documentOfTag(tag) };
    });
  };
}

/** Changes the fields of a tag that the patch contains. */
export function updateTag({ store, clock }: ResumeDeps) {
  return (caller: Caller, id: number, patch: TagPatch, ifRevision: number): Promise<PublicDocument> =>
    store.transaction(async (tx) => {
      const tag = await findTag(tx, caller, id);
      requireRevision(tag.revision, ifRevision, 'tag');
      rejectReadOnlyChanges(patch, { id });
      const updated: StoredTag = {
        ...tag,
        ...storedFields(patch),
        revision: tag.revision + 1,
        updatedAt: new Date(clock.now()),
      };
      if (updated.idOrigin !== tag.idOrigin) await requireUniqueIdOrigin(tx, caller.companyId, updated.idOrigin);
      if (!(await tx.tags.replaceIfUnchanged(updated))) throw revisionConflict('tag');
      return documentOfTag(updated);
    });
}

/** Deletes a tag. It is removed from users and CVs immediately if they are few, otherwise by a sweep. */
export function deleteTag({ store, clock }: ResumeDeps) {
  return (caller: Caller, id: number, ifRevision = 0): Promise<void> =>
    store.transaction(async (tx) => {
      const { revision } = await findTag(tx, caller, id);
      requireRevision(revision, ifRevision, 'tag');
      await tx.tags.delete(caller.companyId, id);
      await deleteReference(tx, { kind: 'tag', companyId: caller.companyId, id }, new Date(clock.now()));
    });
}

async function findTag(store: ResumeStore, caller: Caller, id: number): Promise<StoredTag> {
  const tag = await store.tags.find(caller.companyId, id);
  if (tag === undefined) throw tagNotFound();
  return tag;
}

function documentOfTag(tag: StoredTag): PublicDocument {
  return { id: tag.id, revision: tag.revision, json: JSON.stringify(tagOf(tag)) };
}

async function requireUniqueIdOrigin(store: ResumeStore, companyId: number, idOrigin: string | null): Promise<void> {
  if (idOrigin === null || (await store.tags.findByIdOrigin(companyId, idOrigin)) === undefined) return;
  throw new VitaeError('ALREADY_EXISTS', 'id_origin_taken', 'Another tag of the company has this id_origin.', {
    details: [{ field: 'id_origin', message: 'is already taken' }],
  });
}
