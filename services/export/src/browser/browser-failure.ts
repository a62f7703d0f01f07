import { ExportError } from '../failures.ts';
import { BrowserUnavailable } from './printer.ts';
import { RendererCrashed, RenderTimeout } from './render-failures.ts';

/** Why a document did not come out of the browser, as its job ends. */
export function asExportError(error: unknown): ExportError {
  if (error instanceof RendererCrashed)
    return new ExportError('renderer_crashed', 'The document crashes the renderer.', error);
  if (error instanceof RenderTimeout)
    return new ExportError('render_timeout', 'The document took too long to render.', error);
  if (error instanceof BrowserUnavailable)
    return new ExportError('renderer_unavailable', 'The renderer does not start.', error);
  return ExportError.from(error);
}
