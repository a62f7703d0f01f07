import { parseBoundedJson } from '@vitae/kit/bounded-json';
import { invalid } from '@vitae/kit/errors';
import { invalidFields, validate } from '@vitae/kit/validate';
import { cvInput, type ParsedCv } from '@vitae/proto/cv-data';
import type { Culture } from '@vitae/proto/cv-fields';
import type { EmbeddedDisplay } from '@vitae/proto/display';
import {
  type CvContent,
  type CvDraft,
  draftOf,
  type ItemKind,
  itemKinds,
  itemsOf,
  itemsWithoutId,
  withIds,
  withoutIds,
} from '../cv/content.ts';
import { isJsonResume, type ReadResume, readResume } from '../json-resume/import.ts';
import { withoutEmbedded } from '../json-resume/logos.ts';
import { type FieldOutcome, isObject, type JsonObject } from '../json-resume/report.ts';
import type { ResumeStore, StoredImport } from '../store.ts';

/** The settings of a CV that requests can contain beside its content. */
export type CvFlags = Pick<ParsedCv, 'published' | 'indexed' | 'protected' | 'anonymized' | 'recipient' | 'main'>;

export type NewContent = {
  draft: CvDraft;
  culture: Culture | undefined;
  flags: CvFlags;
  report: FieldOutcome[];
  /** Creates the import record from the content with ids. Undefined for CV data. */
  importRecord: ((base: CvContent) => StoredImport) | undefined;
  /** The imported photo before it is re-encoded. */
  photo: Buffer | null;
  /** The imported logos before they are re-encoded, by their paths in the draft. */
  logos: ReadonlyMap<string, Buffer>;
  display: EmbeddedDisplay | undefined;
};

/**
 * Reads the content of a new CV from JSON Resume or CV data.
 * @throws {VitaeError} INVALID_ARGUMENT if a CV has none of the fields
 */
export function readNewContent(bytes: Uint8Array): NewContent {
  const document = parseBoundedJson(bytes);
  return isJsonResume(document)
    ? importedContent(document, readResume(document))
    : cvDataContent(validate(cvInput, document));
}

function importedContent(
  document: JsonObject,
  { draft, sources, displayName, culture, photo, logos, display, report }: ReadResume,
): NewContent {
  // Unknown fields are kept without a note. meta can restore content.
  const isUnknown = ({ outcome, note }: FieldOutcome) => outcome === 'kept' && note === '';
  const hasKnownField = displayName || photo || isObject(document.meta) || !report.every(isUnknown);
  if (!hasKnownField) throw invalid('The document has no known CV field. Use the field names of JSON Resume.');
  const importRecord = (base: CvContent) => ({ document: withoutEmbedded(document), base, sources, displayName });
  return { draft, culture, flags: {}, report, importRecord, photo, logos, display };
}

function cvDataContent(cv: ParsedCv): NewContent {
  const { culture, published, indexed, protected: isProtected, anonymized, recipient, main } = cv;
  const flags = { published, indexed, protected: isProtected, anonymized, recipient, main };
  return {
    draft: withoutIds(draftOf(cv)),
    culture,
    flags,
    report: [],
    importRecord: undefined,
    photo: null,
    logos: new Map(),
    display: undefined,
  };
}

/** Call it before the transaction: ids that a rollback leaves unused are skipped. */
export async function assignItemIds(store: Pick<ResumeStore, 'reserveIds'>, draft: CvDraft): Promise<CvContent> {
  const reserve = async (kind: ItemKind) => [kind, await store.reserveIds(kind, itemsWithoutId(draft, kind))] as const;
  const reserved = Object.fromEntries(await Promise.all(itemKinds.map(reserve)));
  return withIds(draft, reserved as Record<ItemKind, number[]>);
}

const LISTS = { experience: 'experiences', education: 'educations', portfolio: 'portfolios', link: 'links' } as const;

/** @throws {VitaeError} INVALID_ARGUMENT for item ids that the CV does not have, or that occur twice */
export function requireKnownItemIds(draft: CvDraft, stored: CvContent): void {
  const problems = itemKinds.flatMap((kind) => {
    const unusedIds = new Set(itemsOf(stored, kind).map((item) => item.id));
    return itemsOf(draft, kind).flatMap(({ id }, index) =>
      id === undefined || unusedIds.delete(id)
        ? []
        : [{ field: `${LISTS[kind]}.${kind}.${index}.id`, message: `is not the id of an existing ${kind} of this CV` }],
    );
  });
  if (problems.length > 0) throw invalidFields(problems);
}
