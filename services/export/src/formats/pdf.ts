import { renderPrintPage } from '@vitae/document/pages/print-page';
import { BrowserUnavailable } from '../browser/printer.ts';
import { RendererCrashed, RenderTimeout } from '../browser/render-failures.ts';
import { ExportError } from '../failures.ts';
import type { Format } from './format.ts';

/** Tagged, with title, language and outline, printed by the browser. */
export const pdf: Format = {
  id: 'pdf',
  contentType: 'application/pdf',
  extension: 'pdf',
  make: async ({ model }, { printer }) => {
    try {
      return await printer.print(renderPrintPage(model));
    } catch (error) {
      throw asExportError(error);
    }
  },
};

function asExportError(error: unknown): ExportError {
  if (error instanceof RendererCrashed)
    return new ExportError('renderer_crashed', 'The document crashes the renderer.', error);
  if (error instanceof RenderTimeout)
    return new ExportError('render_timeout', 'The document took too long to render.', error);
  if (error instanceof BrowserUnavailable)
    return new ExportError('renderer_unavailable', 'The renderer does not start.', error);
  return ExportError.from(error);
}
