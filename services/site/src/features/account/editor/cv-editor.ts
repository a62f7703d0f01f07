import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { invalid, VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvData } from '@vitae/proto/cv-data';
import type { ResumeSections } from '@vitae/proto/export-source';
import { callerOf } from '../own-profile.ts';
import { retryOnConflict } from '../revision-conflict.ts';
import {
  addedIndex,
  applyTexts,
  digestOf,
  indexOfItem,
  itemNumber,
  itemsOf,
  orderDigest,
  type PartAddress,
  type PartTexts,
  textsOf,
  withItems,
  withPart,
} from './cv-part.ts';
import type { Faults } from './fault.ts';
import type { JsonObject } from './field-text.ts';
import { hasAdopted, type MergedTexts, mergeTexts } from './merge-texts.ts';
import { faultsOf, storedItem } from './part-faults.ts';
import { type EditedCvData, splitSections } from './resume-sections.ts';
import { maxItemsOf, type SectionName, sectionOf } from './sections.ts';
import { undoChange } from './undo-change.ts';

/** A CV as it is edited: its content, and the revision that a change must be based on. */
export type EditedCv = { cv: EditedCvData; revision: number };

/**
 * `digest` identifies what the form showed, `loaded` its fields, and `items` is the number of items then. A submission
 * that `continues` the revision of an earlier one becomes part of the same version. `moved` is the number of a row that a
 * button moved. `adds` is true if a button added a blank row. `use` is the name of a field whose stored text replaces the
 * submitted one. `once` is the one-time token of the form of a new item. `isRepeated`: the form was submitted before, and
 * may have added its item. `changed` is the revision with which an earlier submission of the form changed the part.
 */
export type Submission = {
  address: PartAddress;
  digest: string;
  loaded: string;
  items?: number;
  texts: PartTexts;
  continues?: number;
  moved?: number;
  adds?: boolean;
  use?: string;
  once?: string;
  isRepeated?: boolean;
  changed?: number | undefined;
};

export type Saved =
  /** `item` is the number of the item in addresses. `changed` is the revision that has the change, if there is one. */
  | { kind: 'saved'; item: number | undefined; cv: EditedCv; merged?: MergedTexts; changed?: number }
  /** `stored` is what the texts were merged with, if another request changed it since the form was shown. */
  | { kind: 'invalid'; faults: Faults; cv: EditedCv; stored?: JsonObject; merged?: MergedTexts }
  /** Another request changed the same fields of the part (`stored`), or deleted it (without `stored`). */
  | { kind: 'conflict'; stored: JsonObject | undefined; cv: EditedCv; merged?: MergedTexts }
  | { kind: 'full'; cv: EditedCv };

/** The action of a button of an item: moving or removing it. */
export const itemActions = ['up', 'down', 'delete'] as const;
export type ItemAction = (typeof itemActions)[number];
/** A position from 1 in the order that the page showed. */
export type MoveTo = { to: number; order: string };

/** Edits the parts of the owner's CVs. Parts that other requests change at the same time are kept. */
export type CvEditor = {
  read(owner: Owner, cvId: number, requestId: string): Promise<EditedCv>;
  save(owner: Owner, cvId: number, submission: Submission, requestId: string): Promise<Saved>;
  /** `isDone` is false if the item was changed or deleted since the page was shown, or another request changed the order. */
  arrange(owner: Owner, cvId: number, item: ItemRef, action: ItemAction | MoveTo, requestId: string): Promise<Arranged>;
  /**
   * Undoes the change of the content that stored a revision. Later changes of other fields stay. If the change is the
   * last one and is itself an undo, undoes the change before it.
   * @throws {VitaeError} NOT_FOUND version_not_found if there is nothing to undo
   */
  undo(owner: Owner, cvId: number, revision: number, requestId: string): Promise<Undone>;
};
export type ItemRef = { address: PartAddress; digest: string };
/** `changed` is the revision that has the change, if there is one. */
export type Arranged = { isDone: boolean; cv: EditedCv; changed?: number };
/** `isDone` is false if a later request changed the same field. `next` is the revision with which the change before is undone. */
export type Undone = { isDone: boolean; next?: number };

export function createCvEditor(resume: Pick<ResumeClient, 'call' | 'cv'>): CvEditor {
  const read: CvEditor['read'] = async (owner, cvId, requestId) => {
    const caller = callerOf(owner, requestId);
    const { json, revision } = await resume.cv(cvId, caller);
    // After the CV: older sections would replace those of another request.
    const sections = await resume.call.GetCvResumeSections({ id: cvId }, { caller });
    const cv = JSON.parse(json.toString('utf8')) as CvData;
    return { cv: { ...cv, resumeSections: JSON.parse(sections.json.toString('utf8')) as ResumeSections }, revision };
  };
  const replace = async (
    owner: Owner,
    { cv, revision }: EditedCv,
    changed: JsonObject,
    requestId: string,
    continues = false,
  ) => {
    const { cv: content, sections } = splitSections(changed);
    const areSectionsChanged = !isSame(sections, splitSections(cv as unknown as JsonObject).sections);
    const document = await resume.call.ReplaceCv(
      {
        id: cv.id,
        content: Buffer.from(JSON.stringify(content)),
        ...(areSectionsChanged && { resumeSections: Buffer.from(JSON.stringify(sections)) }),
        ifRevision: revision,
        keepVersion: true,
        continueVersion: continues,
      },
      { caller: callerOf(owner, requestId) },
    );
    const replaced = JSON.parse(document.json.toString('utf8')) as CvData;
    return { cv: { ...replaced, resumeSections: sections }, revision: document.revision };
  };
  return {
    read,
    save: (owner, cvId, submission, requestId) =>
      retryOnConflict(async () => {
        const current = await read(owner, cvId, requestId);
        const change = changeOf(current, submission);
        if (change.kind !== 'saved' || !change.replacement) return change;
        const { replacement } = change;
        const cv = await replace(owner, current, replacement, requestId, submission.continues === current.revision);
        const item = savedItem(cv.cv, submission.address, change.item);
        return { kind: 'saved', item, cv, changed: cv.revision, ...(change.merged && { merged: change.merged }) };
      }),
    arrange: (owner, cvId, item, action, requestId) =>
      retryOnConflict(async () => {
        const current = await read(owner, cvId, requestId);
        const changed = rearranged(current.cv, item, action);
        if (changed === undefined) return { isDone: false, cv: current };
        if (changed === (current.cv as unknown as JsonObject)) return { isDone: true, cv: current };
        const cv = await replace(owner, current, changed, requestId);
        return { isDone: true, cv, changed: cv.revision };
      }),
    undo: (owner, id, revision, requestId) =>
      retryOnConflict(async () => {
        const options = { caller: callerOf(owner, requestId) };
        const current = await read(owner, id, requestId);
        const { versions } = await resume.call.ListCvVersions({ id }, options);
        const [after, before] = versions.slice(versions.findIndex((version) => version.revision === revision));
        if (after?.revision !== revision || !before)
          throw new VitaeError('NOT_FOUND', 'version_not_found', 'There is nothing to undo.');
        if (after.current) {
          const last = { id, revision: 0, ifRevision: current.revision };
          return { isDone: true, next: (await resume.call.RestoreCvVersion(last, options)).revision };
        }
        const contents = await Promise.all(
          [before, after].map((version) => resume.call.GetCvVersion({ id, revision: version.revision }, options)),
        );
        const [was, changed] = contents.map(({ json }) => JSON.parse(json.toString('utf8'))) as [
          JsonObject,
          JsonObject,
        ];
        // The photo is not part of the content. A change of it can be undone only if it is the last change.
        if (was.photoChange && !changed.photoChange) return { isDone: false };
        const undone = undoChange(was, changed, current.cv as unknown as JsonObject);
        if (!undone) return { isDone: false };
        try {
          await replace(owner, current, undone, requestId);
        } catch (thrown) {
          // For example, the removed entry had a logo that the owner has erased.
          if (!rejectedFields(thrown)) throw thrown;
          return { isDone: false };
        }
        return { isDone: true };
      }),
  };
}

/** Returns the changed CV (`replacement`), none if nothing changes, or why it cannot be changed. */
function changeOf(current: EditedCv, submission: Submission): Saved & { replacement?: JsonObject } {
  const { address, digest, items: count, texts, use, isRepeated } = submission;
  const cv = current.cv as unknown as JsonObject;
  const { section } = address;
  const { list } = sectionOf(section);
  const isNew = address.item === 'new';
  const index = list && !isNew ? indexOfItem(cv, address, digest, count) : -1;
  const stored = !list ? cv : isNew ? {} : itemsOf(cv, section)[index];
  if (!stored) return { kind: 'conflict', stored, cv: current };
  // Nothing is saved until the owner has decided about all fields.
  const merged = isNew ? undefined : mergeTexts(section, stored, submission);
  const withMerged = merged && { merged };
  if (use !== undefined && merged) return { kind: 'conflict', stored, cv: current, merged };
  const submitted = applyTexts(section, stored, merged?.texts ?? texts);
  const before = isNew && isRepeated ? insertedBefore(cv, section, submitted.part, count) : -1;
  if (before >= 0)
    return { kind: 'saved', item: itemNumber(section, itemsOf(cv, section)[before] ?? {}, before), cv: current };
  const item = list && !isNew ? itemNumber(section, stored, index) : undefined;
  if (!isNew && isSame(stored, submitted.part)) {
    // An earlier request with the same texts, for example of a double click, changed the part since the form was shown.
    const wasChanged = !['', digestOf(section, stored)].includes(digest) && merged && !hasAdopted(merged);
    return { kind: 'saved', item, cv: current, ...withMerged, ...(wasChanged && { changed: current.revision }) };
  }
  if (merged?.isConflict) return { kind: 'conflict', stored, cv: current, merged };
  const faults = faultsOf(section, submitted, stored);
  if (Object.keys(faults).length > 0)
    return { kind: 'invalid', faults, cv: current, ...(merged && hasAdopted(merged) && { stored, merged }) };
  if (isNew && itemsOf(cv, section).length >= maxItemsOf(section)) return { kind: 'full', cv: current };
  return { kind: 'saved', item, cv: current, ...withMerged, replacement: withPart(cv, address, index, submitted.part) };
}

/** Returns the CV as saving would change it, undefined if it cannot be saved. */
export function changedCv(cv: EditedCvData, submission: Submission): JsonObject | undefined {
  const { section } = submission.address;
  const change = changeOf({ cv, revision: 0 }, submission);
  if (change.kind !== 'saved') return undefined;
  const changed = change.replacement ?? (cv as unknown as JsonObject);
  if (!sectionOf(section).list) return changed;
  const stored = new Set(itemsOf(cv as unknown as JsonObject, section));
  const items = itemsOf(changed, section).map((item) => (stored.has(item) ? item : storedItem(section, item)));
  return withItems(changed, section, items);
}

/**
 * Returns where an equal item was added, -1 if there is none. An item that existed when the form was shown is another one:
 * `count` is their number.
 */
function insertedBefore(cv: JsonObject, section: SectionName, part: JsonObject, count = 0): number {
  const items = itemsOf(cv, section);
  const isAdded = (index: number) =>
    sectionOf(section).list?.newestFirst ? index < items.length - count : index >= count;
  const texts = JSON.stringify(textsOf(section, part));
  return items.findIndex((item, index) => isAdded(index) && JSON.stringify(textsOf(section, item)) === texts);
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the number of an item after it was saved. */
function savedItem(saved: CvData, { section, item }: PartAddress, number: number | undefined): number | undefined {
  if (item !== 'new') return number;
  const cv = saved as unknown as JsonObject;
  const index = addedIndex(cv, section);
  return itemNumber(section, itemsOf(cv, section)[index] ?? {}, index);
}

/** Returns the CV with an item at another place or without it, undefined if the items are not as the page showed them. */
function rearranged(cv: CvData, { address, digest }: ItemRef, action: ItemAction | MoveTo): JsonObject | undefined {
  const content = cv as unknown as JsonObject;
  const { section } = address;
  const items = itemsOf(content, section);
  const index = indexOfItem(content, address, digest);
  const item = items[index];
  if (!item || digestOf(section, item) !== digest) return undefined;
  const others = items.toSpliced(index, 1);
  if (action === 'delete') return withItems(content, section, others);
  if (typeof action === 'object') {
    // The response of an earlier request that moved the item may have been lost.
    if (index === action.to - 1) return content;
    if (orderDigest(section, items) !== action.order) return undefined;
    if (action.to > items.length) throw invalid(`The section has only ${items.length} entries.`);
  }
  const wanted = typeof action === 'object' ? action.to - 1 : index + (action === 'up' ? -1 : 1);
  const target = Math.min(Math.max(wanted, 0), others.length);
  return withItems(content, section, others.toSpliced(target, 0, item));
}

/** The fields that the resume service rejects in a CV, for example content that an earlier version stored. */
export function rejectedFields(thrown: unknown): string[] | undefined {
  const { code, details } = VitaeError.from(thrown);
  return code === 'INVALID_ARGUMENT' ? details.map(({ field }) => field) : undefined;
}
