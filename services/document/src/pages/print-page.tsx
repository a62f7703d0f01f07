import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { DocumentModel } from '../document-model.ts';
import { dataUrl } from '../picture.ts';
import { runSynchronously, type Sliced } from '../slices.ts';
import { type AddressOf, Contacts, Image, renderSection } from '../templates/blocks.tsx';
import { withFittingWords } from '../templates/fitting-words.ts';
import { styleSheetOf } from '../templates/style-sheet.ts';
import { isSideSection } from '../templates/template.ts';
import { templateOf } from '../templates/templates.ts';

/** Content Security Policy of pages that the export browser prints: no scripts, no requests, even if escaping failed. */
export const PAGE_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

export type PrintPageOptions = {
  /** The style sheet. By default that of the printed page. */
  styles?: string;
  /** Null if the response has the policy. */
  policy?: string | null;
  addressOf?: AddressOf;
  /** More elements of the head. */
  head?: JSX.Element | null;
};

/** Renders the page that the export browser prints: a self-contained HTML document. */
export function renderPrintPage(model: DocumentModel, options?: PrintPageOptions): string {
  return runSynchronously(printPageInSlices(model, options));
}

/** Renders the same page, and yields where other requests can be served. */
export function* printPageInSlices(original: DocumentModel, options: PrintPageOptions = {}): Sliced<string> {
  const model = withFittingWords(original);
  const { styles = styleSheetOf(model), policy = PAGE_POLICY, addressOf = dataUrl, head = null } = options;
  const sections = { side: '', main: '' };
  const template = templateOf(model);
  for (const section of model.sections) {
    yield;
    sections[isSideSection(template, section.kind) ? 'side' : 'main'] += yield* renderSection(
      section,
      model,
      addressOf,
    );
  }
  yield;
  return `<!doctype html>${renderToString(<PrintPage {...{ model, styles, policy, addressOf, head, sections }} />)}`;
}

/** `sections` is HTML: the sections in the side column, and the others. */
type PrintPageProps = Required<PrintPageOptions> & { model: DocumentModel; sections: { side: string; main: string } };

function PrintPage({ styles, policy, head, ...body }: PrintPageProps): JSX.Element {
  const { model } = body;
  return (
    <html lang={model.language} dir={model.direction}>
      <head>
        <meta charset="utf-8" />
        {policy !== null && <meta http-equiv="Content-Security-Policy" content={policy} />}
        <title>{model.title}</title>
        {model.author !== null && <meta name="author" content={model.author} />}
        {head}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <DocumentBody {...body} />
    </html>
  );
}

type BodyProps = Omit<PrintPageProps, 'styles' | 'policy' | 'head'>;

/** The body of the printed page in reading order, positioned and styled by the template. */
function DocumentBody(props: BodyProps): JSX.Element {
  const { model, sections } = props;
  const { id, side } = templateOf(model);
  const main = <main dangerouslySetInnerHTML={{ __html: sections.main }} />;
  if (side === null)
    return (
      <body class={id}>
        <Person {...props} />
        {main}
      </body>
    );
  return (
    <body class={id}>
      <div class="columns">
        <div class="side">
          <Person {...props} />
          <div dangerouslySetInnerHTML={{ __html: sections.side }} />
        </div>
        {main}
      </div>
    </body>
  );
}

function Person({ model: { header }, addressOf }: BodyProps): JSX.Element {
  return (
    <header class="person">
      <div class="person-text">
        <h1>{header.name}</h1>
        {header.title !== null && <p class="person-title">{header.title}</p>}
        <Contacts header={header} />
      </div>
      {header.photo !== null && <Image kind="photo" picture={header.photo} addressOf={addressOf} />}
    </header>
  );
}
