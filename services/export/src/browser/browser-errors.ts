import { ExportError } from '../export-error.ts';
import { BrowserUnavailable } from './printer.ts';
import { PageNotOpened, RendererCrashed, RenderTimeout } from './render-failures.ts';

/** Why a document did not come out of the browser, as its job ends. */
export function asExportError(error: unknown): ExportError {
  if (error instanceof BrowserUnavailable || error instanceof PageNotOpened)
    return new ExportError('renderer_unavailable', 'The renderer does not start.', error);
  if (error instanceof RendererCrashed)
    return new ExportError('renderer_crashed', 'The document crashes the renderer.', error);
  if (error instanceof RenderTimeout)
    return new ExportError('render_timeout', 'The document took too long to render.', error);
  return ExportError.from(error);
}
