import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { DocumentModel } from '../document-model.ts';
import { Contacts, Dot, Image, SectionBlock } from '../templates/blocks.tsx';
import { styleSheetOf } from '../templates/style-sheet.ts';
import { templateOf } from '../templates/template.ts';

/** Content Security Policy of pages that the export browser prints: no scripts, no requests, even if escaping failed. */
export const PAGE_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** Renders the page that the export browser prints: a self-contained HTML document. */
export function renderPrintPage(model: DocumentModel): string {
  return `<!doctype html>${renderToString(<PrintPage model={model} />)}`;
}

function PrintPage({ model }: { model: DocumentModel }): JSX.Element {
  return (
    <html lang={model.language} dir={model.direction}>
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={PAGE_POLICY} />
        <title>{model.title}</title>
        {model.author !== null && <meta name="author" content={model.author} />}
        <style dangerouslySetInnerHTML={{ __html: styleSheetOf(model) }} />
      </head>
      <DocumentBody model={model} />
    </html>
  );
}

/** The body of the printed page: one column in reading order, positioned and styled by the template. */
function DocumentBody({ model }: { model: DocumentModel }): JSX.Element {
  const { header } = model;
  const template = templateOf(model);
  return (
    <body class={`${template.id} facts-${template.facts}`}>
      <header class="person">
        <div class="person-text">
          <h1>{header.name}</h1>
          {header.title !== null && (
            <p class="person-title">
              {template.header === 'line' && <Dot />}
              {header.title}
            </p>
          )}
          <Contacts header={header} />
        </div>
        {header.photo !== null && <Image kind="photo" picture={header.photo} />}
      </header>
      <main>
        {model.sections.map((section) => (
          <SectionBlock section={section} />
        ))}
      </main>
    </body>
  );
}
