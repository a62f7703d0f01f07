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
import { callerOf } from '../own-profile.ts';
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

/** The appearance of the owner's CVs. */
export type OwnDesign = {
  order: OwnSectionOrder;
  read(owner: Owner, cvId: number, requestId: string): Promise<Design>;
  /** See `applyDesign`. */
  save(owner: Owner, cvId: number, design: Design, requestId: string): Promise<void>;
};

export function createOwnDesign(resume: Pick<ResumeClient, 'call'>): OwnDesign {
  const { call } = resume;
  const readVariants = async (owner: Owner, id: number, requestId: string): Promise<Display> => {
    const options = { caller: callerOf(owner, requestId) };
    const variants = displayVariants.map(async (variant) => {
      const { json } = await call.GetCvDisplay({ id, variant }, options);
      return [variant, JSON.parse(json.toString('utf8'))];
    });
    return Object.fromEntries(await Promise.all(variants)) as Display;
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
      const [variants, options] = await Promise.all([
        readVariants(owner, cvId, requestId),
        readOptions(owner, cvId, requestId),
      ]);
      return { ...designOf(variants), ...options };
    },
    save: async (owner, id, design, requestId) => {
      const stored = await readVariants(owner, id, requestId);
      const changed = applyDesign(stored, design);
      const isChanged = (variant: DisplayVariant) =>
        JSON.stringify(changed[variant]) !== JSON.stringify(stored[variant]);
      // Each change is a new revision of the CV, so they must not run at the same time.
      for (const variant of displayVariants.filter(isChanged)) {
        const display = Buffer.from(JSON.stringify({ ...changed[variant], id: templateOf(changed[variant].id) }));
        await call.SetCvDisplay({ id, variant, display, ifRevision: 0 }, { caller: callerOf(owner, requestId) });
      }
      const { maxPages, language } = await readOptions(owner, id, requestId);
      const caller = callerOf(owner, requestId);
      if (design.maxPages !== maxPages) await call.SetCvPageLimit({ id, maxPages: design.maxPages ?? 0 }, { caller });
      if (design.language !== language)
        await call.SetCvDocumentLanguage({ id, language: design.language ?? '' }, { caller });
    },
  };
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
