import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { documentInSlices } from '@vitae/document/build-document';
import type { Picture, Section } from '@vitae/document/document-model';
import { renderPagesPreview } from '@vitae/document/pages/pages-preview';
import type { Caller } from '@vitae/kit/caller';
import { runInSlices, type SlicedWork } from '@vitae/kit/slices';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvData } from '@vitae/proto/cv-data';
import type { ExportSource } from '@vitae/proto/export-source';
import { printFonts } from '../../../layout/assets.ts';
import { renderCv } from '../../public-cvs/render-cv.ts';
import { callerOf } from '../own-profile.ts';
import { createTurns } from '../turns.ts';
import { changedCv, type Submission } from './cv-editor.ts';
import { applyDesign, type Design } from './own-design.ts';
import type { PreviewView } from './preview-view.ts';
import { splitSections } from './resume-sections.ts';

export type RenderedPreview = {
  html: string;
  styles: string;
  linksStyles?: boolean;
  /** The draft was not applied. */
  isStored?: boolean;
};
export type PreviewOptions = {
  view: PreviewView;
  draft?: Draft | undefined;
  /** The density step of the printed pages, if it was chosen already. */
  step?: number | undefined;
  /** Ends the work when it is aborted. */
  signal: AbortSignal;
};

/** Applies unsaved changes to the content of a CV. Returns undefined if they are invalid. */
export type Draft = (source: ExportSource) => ExportSource | undefined;

/**
 * Renders a CV for its owner, also an unpublished or protected one. Previews of an owner are rendered one after another.
 * @throws {VitaeError} RESOURCE_EXHAUSTED rate_limited if too many previews of the owner wait
 */
export type ShowPreview = (
  owner: Owner,
  cvId: number,
  options: PreviewOptions,
  requestId: string,
) => Promise<RenderedPreview | undefined>;

export function createShowPreview(
  { call }: Pick<ResumeClient, 'call'>,
  siteUrl: string,
  now: () => number,
): ShowPreview {
  const inTurn = createTurns(MAX_WAITING);
  const show = async (caller: Caller, id: number, options: PreviewOptions): Promise<RenderedPreview | undefined> => {
    const { view, draft, signal } = options;
    signal.throwIfAborted();
    const { document } = await call.GetExportSource({ id, withoutPictures: true }, { caller, signal });
    const stored = JSON.parse(document.toString('utf8')) as ExportSource;
    const source = draft ? draft(stored) : stored;
    if (!source) return undefined;
    const filesPath = `/account/cvs/${id}`;
    const rendered = await runInSlices<RenderedPreview>(
      view === 'web'
        ? renderCv(undefined, source, siteUrl, now(), filesPath)
        : renderPages(source, now(), filesPath, options.step),
      signal,
    );
    return { ...rendered, isStored: draft !== undefined && source === stored };
  };
  return (owner, id, options, requestId) => inTurn(owner.userId, () => show(callerOf(owner, requestId), id, options));
}

/** Enough for a browser that opens several tabs with editors at the same time. */
export const MAX_WAITING = 10;

function* renderPages(
  source: ExportSource,
  now: number,
  filesPath: string,
  step: number | undefined,
): SlicedWork<RenderedPreview> {
  const model = yield* documentInSlices(source, now);
  const addresses = new Map<Picture, string>();
  if (model.header.photo) addresses.set(model.header.photo, `${filesPath}/photo`);
  const { experiences, portfolios } = source.cv;
  const paths: Partial<Record<Section['kind'], (string | null)[]>> = {
    experiences: experiences.experience.map(({ logo }) => logo),
    portfolios: portfolios.portfolio.map(({ path }) => path),
  };
  for (const section of model.sections)
    if (section.content === 'entries')
      for (const [index, { logo }] of section.entries.entries())
        if (logo) addresses.set(logo, paths[section.kind]?.[index] ?? '');
  const rendered = yield* renderPagesPreview(model, {
    addressOf: (picture) => addresses.get(picture) ?? '',
    fonts: printFonts.path,
    step,
    maxPages: source.maxPages,
  });
  return { ...rendered, linksStyles: true };
}

/** The draft of one part of a CV. Only stored content can be anonymized, so an anonymized CV is shown as it is stored. */
export const partDraft =
  (submission: Submission): Draft =>
  (source) => {
    if (source.anonymized) return source;
    const changed = changedCv({ ...source.cv, resumeSections: source.sections }, submission);
    if (!changed) return undefined;
    const { cv, sections } = splitSections(changed);
    return { ...source, cv: cv as unknown as CvData, sections };
  };

export const designDraft =
  (design: Design): Draft =>
  ({ printDisplay, webDisplay, maxPages: _limit, language: _language, ...withoutOptions }) => {
    const { print, web } = applyDesign({ print: printDisplay, web: webDisplay, mobile: webDisplay }, design);
    return {
      ...withoutOptions,
      printDisplay: print,
      webDisplay: web,
      ...(design.maxPages === null ? {} : { maxPages: design.maxPages }),
      ...(design.language === null ? {} : { language: design.language }),
    };
  };
