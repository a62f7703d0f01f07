import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { DocumentModel } from '../document-model.ts';
import { DocumentBody } from '../templates/document-body.tsx';
import { styleSheetOf } from '../templates/style-sheet.ts';
import { PAGE_POLICY } from './page-policy.ts';

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
