import type { LinkPreviewChoice } from '@vitae/proto/export-source';
import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { DocumentModel, Section } from '../document-model.ts';
import type { Sliced } from '../slices.ts';
import { isSideSection } from '../templates/template.ts';
import { templateById } from '../templates/templates.ts';
import { Contacts, PageDirection, SectionBlock, sectionContent } from './page-blocks.tsx';
import { pageStyles } from './page-styles.ts';
import { linkPreviewTexts } from './preview-page.tsx';
import { structuredData } from './structured-data.ts';
import type { FontAddress } from './web-fonts.ts';

/** A file offered for download. */
export type Download = { label: string; description: string; href: string };

export type CvPageProps = {
  model: DocumentModel;
  /** Id of the web display; an unknown id selects the classic template. */
  design: string;
  /** URL of the photo. */
  photo: string | null;
  /** URLs of the logos, one for each experience. */
  logos: readonly (string | null)[];
  /** URLs of the pictures, one for each portfolio item. */
  works: readonly (string | null)[];
  /** URL for search engines; null for a secret link. */
  canonical: string | null;
  indexed: boolean;
  /** Picture for link previews, with an absolute URL. */
  preview: { href: string; width: number; height: number } | null;
  /** Which details of the owner link previews show. By default, name and photo. */
  linkPreview?: LinkPreviewChoice | undefined;
  downloads: Download[];
  /** In the language of the document or of the CV's culture, with its BCP 47 tag. */
  labels: { language: string; skip: string; downloads: string; updated: string };
  /** ISO 8601. */
  updatedAt: string;
  siteName: string;
  fontAddress: FontAddress;
};

/** `styles` is the style sheet contained in `html`; its hash goes into the Content-Security-Policy header. */
export type RenderedCvPage = { html: string; styles: string };

/**
 * Renders the web page of a CV: an HTML document without scripts that loads only pictures and fonts. Yields where other
 * requests can be served, because a large CV takes long to render.
 */
export function* renderCvPage(props: CvPageProps): Sliced<RenderedCvPage> {
  const { model, logos, works } = props;
  const template = templateById(props.design);
  const styles = pageStyles(template, model, props.fontAddress);
  const contents = new Map<Section, string>();
  for (const section of model.sections) {
    yield;
    const shownLogos = section.kind === 'experiences' ? logos : section.kind === 'portfolios' ? works : [];
    contents.set(section, yield* sectionContent(section, shownLogos, model, template));
  }
  yield;
  return {
    html: `<!doctype html>${renderToString(<CvPage {...props} styles={styles} contents={contents} />)}`,
    styles,
  };
}

/** `contents` is the HTML of each section. */
type PageParts = CvPageProps & { styles: string; contents: ReadonlyMap<Section, string> };

function CvPage(props: PageParts): JSX.Element {
  const { model, labels } = props;
  return (
    <html
      lang={model.language}
      dir={model.direction}
      prefix="og: https://ogp.me/ns# profile: https://ogp.me/ns/profile#"
    >
      <Head {...props} />
      <body class={`look-${templateById(props.design).id}`}>
        <a class="skip-link" href="#cv" lang={labels.language} dir="ltr">
          {labels.skip}
        </a>
        <Downloads {...props} />
        <div class="sheet">
          <PageDirection.Provider value={model.direction}>
            <Person {...props} />
            <main id="cv" tabIndex={-1}>
              <Sections {...props} />
            </main>
          </PageDirection.Provider>
        </div>
        <footer class="foot" lang={labels.language} dir="ltr">
          <p>{labels.updated}</p>
        </footer>
      </body>
    </html>
  );
}

function Head({
  model,
  canonical,
  indexed,
  preview,
  linkPreview,
  siteName,
  updatedAt,
  styles,
}: CvPageProps & { styles: string }): JSX.Element {
  const link = linkPreviewTexts(model, linkPreview);
  const title = link.title || siteName;
  const data = structuredData(model, { canonical, preview: preview?.href ?? null, updatedAt });
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {!indexed && <meta name="robots" content="noindex" />}
      <title>{model.title}</title>
      {link.description !== '' && <meta name="description" content={link.description} />}
      {model.author !== null && <meta name="author" content={model.author} />}
      {canonical !== null && <link rel="canonical" href={canonical} />}
      <meta property="og:type" content="profile" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:locale" content={model.language.replace('-', '_')} />
      {link.description !== '' && <meta property="og:description" content={link.description} />}
      {canonical !== null && <meta property="og:url" content={canonical} />}
      {preview !== null && <PreviewPicture preview={preview} title={title} />}
      <style dangerouslySetInnerHTML={{ __html: styles }} />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: data }} />
    </head>
  );
}

function PreviewPicture({
  preview,
  title,
}: {
  preview: NonNullable<CvPageProps['preview']>;
  title: string;
}): JSX.Element {
  return (
    <>
      <meta property="og:image" content={preview.href} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(preview.width)} />
      <meta property="og:image:height" content={String(preview.height)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

function Downloads({ downloads, labels }: CvPageProps): JSX.Element | null {
  if (downloads.length === 0) return null;
  return (
    <nav class="downloads" aria-label={labels.downloads} lang={labels.language} dir="ltr">
      <span aria-hidden="true">{labels.downloads}</span>
      <ul>
        {downloads.map(({ label, description, href }) => (
          <li>
            <a href={href} title={description} rel="nofollow">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Person({ model, photo }: CvPageProps): JSX.Element {
  const { header } = model;
  return (
    <header class="person">
      <div class="person-text">
        <h1 dir="auto">{header.name}</h1>
        {header.title !== null && (
          <p class="person-title" dir="auto">
            {header.title}
          </p>
        )}
        <Contacts {...header} />
      </div>
      {photo !== null && (
        <img
          class="photo"
          src={photo}
          alt={header.photo?.description ?? ''}
          width="144"
          height="180"
          decoding="async"
        />
      )}
    </header>
  );
}

function Sections({ model, design, contents }: PageParts): JSX.Element {
  const template = templateById(design);
  const block = (section: Section) => <SectionBlock section={section} content={contents.get(section) ?? ''} />;
  const side = model.sections.filter(({ kind }) => isSideSection(template, kind));
  const rest = model.sections.filter(({ kind }) => !isSideSection(template, kind));
  if (side.length === 0 || rest.length === 0) return <div class="column">{model.sections.map(block)}</div>;
  return (
    <>
      <div class="column">{rest.map(block)}</div>
      <div class="column side">{side.map(block)}</div>
    </>
  );
}
