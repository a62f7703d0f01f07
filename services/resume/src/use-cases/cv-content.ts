import { parseBoundedJson } from '@vitae/kit/bounded-json';
import { invalidFields, validate } from '@vitae/kit/validate';
import { cvInput, type ParsedCv } from '@vitae/proto/cv-data';
import type { Culture } from '@vitae/proto/cv-fields';
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
import type { FieldOutcome, JsonObject } from '../json-resume/report.ts';
import type { ResumeStore, StoredImport } from '../store.ts';

/** What a CV can be told beside its content; unsaid is undefined. */
export type CvFlags = Pick<ParsedCv, 'published' | 'indexed' | 'protected' | 'anonymized' | 'recipient' | 'main'>;

export type NewContent = {
  draft: CvDraft;
  culture: Culture | undefined;
  flags: CvFlags;
  report: FieldOutcome[];
  /** Of an import: what is kept beside the CV once its items have ids. */
  keep: ((base: CvContent) => StoredImport) | undefined;
  /** The photo that an import brings, as it came. */
  photo: Buffer | null;
};

/** The content of a new CV: JSON Resume, or the CV data shape. */
export function readNewContent(bytes: Uint8Array): NewContent {
  const document = parseBoundedJson(bytes);
  return isJsonResume(document)
    ? importedContent(document, readResume(document))
    : givenContent(validate(cvInput, document));
}

function importedContent(
  document: JsonObject,
  { draft, sources, displayName, culture, photo, report }: ReadResume,
): NewContent {
  const keep = (base: CvContent) => ({ document, base, sources, displayName });
  return { draft, culture, flags: {}, report, keep, photo };
}

function givenContent(cv: ParsedCv): NewContent {
  const { culture, published, indexed, protected: locked, anonymized, recipient, main } = cv;
  const flags = { published, indexed, protected: locked, anonymized, recipient, main };
  return { draft: withoutIds(draftOf(cv)), culture, flags, report: [], keep: undefined, photo: null };
}

/** Gives new items their ids, drawn from the sequence of their kind. */
export async function identify(store: ResumeStore, draft: CvDraft): Promise<CvContent> {
  const draw = async (kind: ItemKind) => [kind, await store.draw(kind, itemsWithoutId(draft, kind))] as const;
  const drawn = Object.fromEntries(await Promise.all(itemKinds.map(draw)));
  return withIds(draft, drawn as Record<ItemKind, number[]>);
}

const LISTS = { experience: 'experiences', education: 'educations', portfolio: 'portfolios', link: 'links' } as const;

/** An item keeps its id when the CV has it already; an id from elsewhere, or twice, is a mistake that is named. */
export function refuseForeignIds(draft: CvDraft, stored: CvContent): void {
  const problems = itemKinds.flatMap((kind) => {
    const known = new Set(itemsOf(stored, kind).map((item) => item.id));
    return itemsOf(draft, kind).flatMap(({ id }, index) =>
      id === undefined || known.delete(id)
        ? []
        : [{ field: `${LISTS[kind]}.${kind}.${index}.id`, message: `is not the id of one ${kind} of this CV` }],
    );
  });
  if (problems.length > 0) throw invalidFields(problems);
}
