import { parseBoundedJson } from '@vitae/kit/bounded-json';
import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import { invalidFields, validate } from '@vitae/kit/validate';
import { cvInput, type ParsedCv } from '@vitae/proto/cv-data';
import { completionOf } from '../cv/completion.ts';
import { type CvContent, draftOf } from '../cv/content.ts';
import type { StoredCv } from '../model.ts';
import type { ResumeDeps } from './deps.ts';
import { adoptLogos } from './copy-logos.ts';
import { stepDown } from './create-cv.ts';
import type { PublicDocument } from './create-user.ts';
import { identify, refuseForeignIds } from './cv-content.ts';
import { noLongerShown } from './cv-pictures.ts';
import { refuseOtherRevision } from './expected-revision.ts';
import { findCv } from './find-cv.ts';

/** `ifRevision` is 0 when any revision will do. */
export type ReplaceCvCommand = { id: number; content: Uint8Array; ifRevision: number };

export function replaceCv(deps: ResumeDeps) {
  return async (caller: Caller, { id, content: bytes, ifRevision }: ReplaceCvCommand): Promise<PublicDocument> => {
    const given = validate(cvInput, parseBoundedJson(bytes));
    return deps.store.atomically(caller.companyId, async (store) => {
      const stored = await findCv(store, caller, id);
      refuseOtherRevision(stored.revision, ifRevision, 'CV');
      refuseOtherIds(given, stored);
      const draft = draftOf(given);
      refuseForeignIds(draft, stored.content);
      const content = await adoptLogos(deps, store, stored, await identify(store, draft), stored.content);
      if (given.main && !stored.main) await stepDown(deps, store, stored.userId);
      const cv = changed(stored, given, content, deps);
      const rendering = deps.renderer.render(cv, cv.updatedAt);
      if (!(await store.cvs.replace(cv, rendering)))
        throw new VitaeError('ABORTED', 'revision_conflict', 'The CV was changed meanwhile.');
      await store.pictures.remove(noLongerShown(stored, cv));
      return { id, revision: cv.revision, json: rendering.json.toString() };
    });
  };
}

function refuseOtherIds(given: ParsedCv, stored: StoredCv): void {
  for (const [field, said, is] of [
    ['id', given.id, stored.id],
    ['userId', given.userId, stored.userId],
  ] as const) {
    if (said !== undefined && said !== is) throw invalidFields([{ field, message: `is ${is} for this CV` }]);
  }
}

function changed(stored: StoredCv, given: ParsedCv, content: CvContent, { clock, newToken }: ResumeDeps): StoredCv {
  const cv = {
    ...stored,
    content,
    culture: given.culture ?? stored.culture,
    completion: completionOf(content),
    main: given.main ?? stored.main,
    published: given.published ?? stored.published,
    indexed: given.indexed ?? stored.indexed,
    protected: given.protected ?? stored.protected,
    anonymized: given.anonymized ?? stored.anonymized,
    recipient: given.recipient ?? stored.recipient,
    revision: stored.revision + 1,
    updatedAt: new Date(clock.now()),
  };
  return withdrawn(stored, cv) ? { ...cv, token: newToken() } : cv;
}

/** A link that was handed out dies when the CV is unpublished or protected, and never comes back. */
export function withdrawn(before: StoredCv, after: StoredCv): boolean {
  return (before.published && !after.published) || (!before.protected && after.protected);
}
