import { webDocumentInSlices } from '@vitae/document/build-document';
import { type Culture, cultureOf, languageOf, languageTag } from '@vitae/document/culture';
import type { DocumentModel } from '@vitae/document/document-model';
import { type CvPageProps, type Download, type RenderedCvPage, renderCvPage } from '@vitae/document/pages/cv-page';
import { previewSize } from '@vitae/document/pages/preview-page';
import type { SlicedWork } from '@vitae/kit/slices';
import type { ExportSource } from '@vitae/proto/export-source';
import { type Locale, parseLocale } from '@vitae/proto/locale';
import { cvFonts } from '../../layout/assets.ts';
import { dateFormat } from '../../locales/date-format.ts';
import { messagesFor } from '../../locales/messages.ts';
import { canonicalPath } from './cv-address.ts';
import { pageFormats } from './cv-files.ts';
import type { ShownCv } from './find-cv.ts';

/**
 * Renders the page of a CV in slices, always in the language of the CV. Its owner can see it without a public address
 * (`cv`). `filesPath` leads to its photo and files.
 */
export function* renderCv(
  cv: ShownCv | undefined,
  source: ExportSource,
  siteUrl: string,
  now: number,
  filesPath = `/c/${cv?.token}`,
): SlicedWork<RenderedCvPage> {
  const model = yield* webDocumentInSlices(source, now);
  const { locale, tag } = languageOfLabels(model, cultureOf(source.culture));
  const { publicCvs, common, text } = messagesFor(locale);
  const canonical = cv ? canonicalPath(cv, source.anonymized) : null;
  const updated = dateFormat(tag, 'UTC', 'long').format(new Date(`${source.cv.updatedAt}Z`));
  const props: CvPageProps = {
    model,
    design: source.webDisplay.id,
    photo: model.header.photo === null ? null : `${filesPath}/photo`,
    logos: source.cv.experiences.experience.map(({ logo }) => shownPicture(source, logo)),
    works: source.cv.portfolios.portfolio.map(({ path }) => shownPicture(source, path)),
    canonical: canonical === null ? null : siteUrl + canonical,
    indexed: cv !== undefined && isIndexed(cv),
    preview: !cv || cv.protected ? null : { href: `${siteUrl}${canonical ?? cv.path}/preview.png`, ...previewSize },
    linkPreview: source.linkPreview,
    downloads: (cv ? pageFormats : []).map(
      (format): Download => ({
        label: format.toUpperCase(),
        description: publicCvs.formats[format],
        href: `${filesPath}/export?format=${format}`,
      }),
    ),
    labels: {
      language: tag,
      skip: common.skipToContent,
      downloads: publicCvs.downloads,
      updated: text(publicCvs.updated, { date: updated }),
    },
    updatedAt: `${source.cv.updatedAt}Z`,
    siteName: common.siteName,
    fontAddress: (file) => cvFonts.get(file)?.path ?? '',
  };
  return yield* renderCvPage(props);
}

/** The language of the document, or of the culture if the site does not have it. */
function languageOfLabels({ language }: DocumentModel, culture: Culture): { locale: Locale; tag: string } {
  const locale = parseLocale(language.slice(0, 2));
  return locale ? { locale, tag: language } : { locale: languageOf(culture), tag: languageTag(culture) };
}

/** A CV opened through its private link is never indexed, even if its public page is. */
export function isIndexed(cv: ShownCv): boolean {
  return cv.indexed && cv.published && !cv.byLink && !cv.protected;
}

function shownPicture({ logos }: ExportSource, path: string | null): string | null {
  return path !== null && Object.hasOwn(logos, path) ? path : null;
}
