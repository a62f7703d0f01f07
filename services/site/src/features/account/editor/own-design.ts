import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import {
  type Display,
  type DisplayConfig,
  type DisplayId,
  type DisplayVariant,
  type DocumentLanguage,
  displayIds,
  displayVariants,
} from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import { mergeFlags } from '../merge-flags.ts';
import { callerOf } from '../own-profile.ts';
import { retryOnConflict } from '../revision-conflict.ts';
import { createOwnSectionOrder, type OwnSectionOrder } from './own-section-order.ts';

export type SwitchName = Exclude<keyof DisplayConfig, 'id'>;
/** Personal data that the web page, the files and the print version of a CV show. */
export const personalSwitches: readonly SwitchName[] = [
  'picture',
  'address',
  'location',
  'age',
  'maritalStatus',
  'drivingLicence',
];
/** The parts of a CV that its files and its print version show. The web page always shows the sections. */
export const printSwitches: readonly SwitchName[] = [
  'url',
  'presentation',
  'experiences',
  'educations',
  'skills',
  'interests',
];
export const switchNames = [...personalSwitches, ...printSwitches];

export type Design = {
  template: DisplayId;
  color: string;
  /** The maximum number of pages of the printed CV. Null for no limit. */
  maxPages: number | null;
  /** The language of headings, dates and countries. Null if it is detected. */
  language: DocumentLanguage | null;
  switches: Record<SwitchName, boolean>;
};

type DocumentOptions = Pick<Design, 'maxPages' | 'language'>;
type DisplayDesign = Omit<Design, keyof DocumentOptions>;

/** A field that two requests can change to different values, unlike a switch. */
export type DesignField = Exclude<keyof Design, 'switches'>;
/** A submitted form, and what it is based on: undefined if this is not known. */
export type DesignChange = { shown: Design | undefined; submitted: Design };
/** `design` has the stored values of all fields that the owner did not change. */
export type MergedDesign = { design: Design; conflicts: DesignConflict[]; stored: Design };
/** A field that another request changed too, or a switch that differs if the form does not say what it showed. */
export type DesignConflict = DesignField | SwitchName;

/** The appearance of the owner's CVs. */
export type OwnDesign = {
  order: OwnSectionOrder;
  read(owner: Owner, cvId: number, requestId: string): Promise<Design>;
  /** Saves the fields that the owner changed, see `applyDesign`. If another request changed one of them too, it saves nothing. */
  save(owner: Owner, cvId: number, change: DesignChange, requestId: string): Promise<MergedDesign>;
};

export function createOwnDesign(resume: Pick<ResumeClient, 'call'>): OwnDesign {
  const { call } = resume;
  /** `revision` is the lowest revision of the variants: a save detects later changes. */
  const readVariants = async (owner: Owner, id: number, requestId: string) => {
    const options = { caller: callerOf(owner, requestId) };
    const documents = await Promise.all(displayVariants.map((variant) => call.GetCvDisplay({ id, variant }, options)));
    const variants = displayVariants.map((variant, index) => [variant, JSON.parse(String(documents[index]?.json))]);
    const revision = Math.min(...documents.map((document) => document.revision));
    return { variants: Object.fromEntries(variants) as Display, revision };
  };
  const readOptions = async (owner: Owner, id: number, requestId: string): Promise<DocumentOptions> => {
    const options = { caller: callerOf(owner, requestId) };
    const { document } = await call.GetExportSource({ id, withoutPictures: true }, options);
    const { maxPages = null, language = null } = JSON.parse(document.toString('utf8')) as ExportSource;
    return { maxPages, language };
  };
  return {
    order: createOwnSectionOrder(resume),
    read: async (owner, cvId, requestId) => {
      const [{ variants }, options] = await Promise.all([
        readVariants(owner, cvId, requestId),
        readOptions(owner, cvId, requestId),
      ]);
      return { ...designOf(variants), ...options };
    },
    save: (owner, id, change, requestId) =>
      retryOnConflict(async () => {
        const options = await readOptions(owner, id, requestId);
        const { variants, revision } = await readVariants(owner, id, requestId);
        const merged = mergeDesign(change, { ...designOf(variants), ...options });
        if (merged.conflicts.length > 0) return merged;
        const { design, stored } = merged;
        const caller = callerOf(owner, requestId);
        const changed = applyDesign(variants, design);
        const isChanged = (variant: DisplayVariant) =>
          JSON.stringify(changed[variant]) !== JSON.stringify(variants[variant]);
        // Each change is a new revision of the CV, so they must not run at the same time.
        let ifRevision = revision;
        for (const variant of displayVariants.filter(isChanged)) {
          const display = Buffer.from(JSON.stringify({ ...changed[variant], id: templateOf(changed[variant].id) }));
          ({ revision: ifRevision } = await call.SetCvDisplay({ id, variant, display, ifRevision }, { caller }));
        }
        const { maxPages, language } = design;
        if (maxPages !== stored.maxPages) await call.SetCvPageLimit({ id, maxPages: maxPages ?? 0 }, { caller });
        if (language !== stored.language)
          await call.SetCvDocumentLanguage({ id, language: language ?? '' }, { caller });
        return merged;
      }),
  };
}

/** Applies the fields that the owner changed in a form to what is stored now. */
export function mergeDesign({ shown, submitted }: DesignChange, stored: Design): MergedDesign {
  const conflicts: DesignConflict[] = [];
  const choose = <Field extends DesignField>(field: Field): Design[Field] => {
    const own = submitted[field];
    const now = stored[field];
    if (own === shown?.[field]) return now;
    if (now !== shown?.[field] && now !== own) conflicts.push(field);
    return own;
  };
  const design = {
    template: choose('template'),
    color: choose('color'),
    maxPages: choose('maxPages'),
    language: choose('language'),
    switches: mergeFlags(switchNames, {
      shown: shown?.switches,
      submitted: submitted.switches,
      stored: stored.switches,
    }),
  };
  // Personal data that was hidden in the meantime must not be shown again.
  if (!shown) conflicts.push(...switchNames.filter((name) => submitted.switches[name] !== stored.switches[name]));
  return { design, conflicts, stored };
}

/** Applies a changed template or color to the page, its mobile version and the files. */
export function applyDesign(stored: Display, design: DisplayDesign): Display {
  const shown = designOf(stored);
  const theme = {
    ...(design.template !== shown.template && { id: design.template }),
    ...(design.color !== shown.color && { color: design.color }),
  };
  const displayConfig = { ...stored.print.displayConfig, ...design.switches };
  return {
    web: { ...stored.web, ...theme },
    mobile: { ...stored.mobile, ...theme },
    print: { ...stored.print, ...theme, displayConfig },
  };
}

/** Earlier releases stored any id. Unknown ones are shown as classic. */
export const templateOf = (id: string): DisplayId => displayIds.find((one) => one === id) ?? 'classic';

function designOf({ print }: Display): DisplayDesign {
  const { id: _id, ...switches } = print.displayConfig;
  return { template: templateOf(print.id), color: print.color.toLowerCase(), switches };
}
