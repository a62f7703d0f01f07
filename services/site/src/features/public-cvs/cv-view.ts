import { cultureOf, languageOf, languageTag } from '@vitae/document/culture';
import { type CvPageProps, type Download, type RenderedCvPage, renderCvPage } from '@vitae/document/pages/cv-page';
import { previewSize } from '@vitae/document/pages/preview-page';
import { buildWebDocument } from '@vitae/document/web-document';
import type { ExportSource } from '@vitae/proto/export-source';
import { messagesFor } from '../../locales/messages.ts';
import { canonicalPath } from './canonical-path.ts';
import type { ShownCv } from './find-cv.ts';
import { pageFormats } from './page-formats.ts';

/** The page of a CV, in the CV's language whoever looks at it. */
export function showCv(cv: ShownCv, source: ExportSource, siteUrl: string, now: number): RenderedCvPage {
  const culture = cultureOf(source.culture);
  const { cvPage, site } = messagesFor(languageOf(culture));
  const model = buildWebDocument(source, now);
  const canonical = canonicalPath(cv, source.anonymized);
  const updated = new Intl.DateTimeFormat(languageTag(culture), { dateStyle: 'long', timeZone: 'UTC' });
  const props: CvPageProps = {
    model,
    design: source.webDisplay.id,
    photo: model.header.photo === null ? null : `/c/${cv.token}/photo`,
    logos: source.cv.experiences.experience.map(({ logo }) =>
      logo !== null && Object.hasOwn(source.logos, logo) ? logo : null,
    ),
    canonical: canonical === null ? null : siteUrl + canonical,
    indexed: isIndexed(cv),
    preview: cv.protected ? null : { href: `${siteUrl}${canonical ?? cv.path}/preview.png`, ...previewSize },
    downloads: pageFormats.map(
      (format): Download => ({
        label: format.toUpperCase(),
        description: cvPage.formats[format],
        href: `/c/${cv.token}/export?format=${format}`,
      }),
    ),
    labels: {
      skip: site.skipToContent,
      downloads: cvPage.downloads,
      updated: cvPage.updated(updated.format(new Date(`${source.cv.updatedAt}Z`))),
    },
    updatedAt: `${source.cv.updatedAt}Z`,
    siteName: site.name,
  };
  return renderCvPage(props);
}

/** A private link is for those who were given it, whatever its owner lets search engines list. */
export function isIndexed(cv: ShownCv): boolean {
  return cv.indexed && cv.published && !cv.byLink && !cv.protected;
}
