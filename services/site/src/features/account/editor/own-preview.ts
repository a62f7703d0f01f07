import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { documentInSlices } from '@vitae/document/build-document';
import type { Picture, Section } from '@vitae/document/document-model';
import { renderPagesPreview } from '@vitae/document/pages/pages-preview';
import { runInSlices, type SlicedWork } from '@vitae/kit/slices';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvData } from '@vitae/proto/cv-data';
import type { ExportSource } from '@vitae/proto/export-source';
import { renderCv } from '../../public-cvs/render-cv.ts';
import { callerOf } from '../own-profile.ts';
import { changedCv, type Submission } from './cv-editor.ts';
import { applyDesign, type Design } from './own-design.ts';

/** The sheets of paper of the printed CV, or its web page. */
export const previewViews = ['pages', 'web'] as const;
export type PreviewView = (typeof previewViews)[number];
export type RenderedPreview = { html: string; styles: string };

/** Applies what is not saved to the content of a CV. Returns undefined if it is invalid. */
export type Draft = (source: ExportSource) => ExportSource | undefined;

/** Renders a CV for its owner, also an unpublished or protected one. */
export type ShowPreview = (
  owner: Owner,
  cvId: number,
  options: { view: PreviewView; draft?: Draft },
  requestId: string,
) => Promise<RenderedPreview | undefined>;

export function createShowPreview(
  { call }: Pick<ResumeClient, 'call'>,
  siteUrl: string,
  now: () => number,
): ShowPreview {
  return async (owner, id, { view, draft }, requestId) => {
    const caller = callerOf(owner, requestId);
    const { document } = await call.GetExportSource({ id, withoutPictures: true }, { caller });
    const stored = JSON.parse(document.toString('utf8')) as ExportSource;
    const source = draft ? draft(stored) : stored;
    if (!source) return undefined;
    const filesPath = `/account/cvs/${id}`;
    return runInSlices(
      view === 'web' ? renderCv(undefined, source, siteUrl, now(), filesPath) : renderPages(source, now(), filesPath),
    );
  };
}

function* renderPages(source: ExportSource, now: number, filesPath: string): SlicedWork<RenderedPreview> {
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
  return yield* renderPagesPreview(model, (picture) => addresses.get(picture) ?? '');
}

/** The draft of one part of a CV. Only stored content can be anonymized, so an anonymized CV is shown as it is stored. */
export const partDraft =
  (submission: Submission): Draft =>
  (source) => {
    if (source.anonymized) return source;
    const cv = changedCv(source.cv, submission);
    return cv && { ...source, cv: cv as unknown as CvData };
  };

export const designDraft =
  (design: Design): Draft =>
  ({ printDisplay, webDisplay, maxPages: _stored, ...withoutLimit }) => {
    const { print, web } = applyDesign({ print: printDisplay, web: webDisplay, mobile: webDisplay }, design);
    return {
      ...withoutLimit,
      printDisplay: print,
      webDisplay: web,
      ...(design.maxPages === null ? {} : { maxPages: design.maxPages }),
    };
  };
