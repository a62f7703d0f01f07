import { ExportError } from '../export-error.ts';

/** The browser failed to start, or the printer is closed. */
export class BrowserUnavailable extends Error {
  override readonly name = 'BrowserUnavailable';
}

/** The renderer process or the browser crashed while it rendered a document. */
export class RendererCrashed extends Error {
  override readonly name: string = 'RendererCrashed';
}

/** The browser failed before it received the document. */
export class PageNotOpened extends RendererCrashed {
  override readonly name = 'PageNotOpened';
}

export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
}

export const isBrowserError = (error: unknown): boolean =>
  error instanceof BrowserUnavailable || error instanceof RendererCrashed || error instanceof RenderTimeout;

export function throwExportError(error: unknown): never {
  throw exportErrorOf(error);
}

export function exportErrorOf(error: unknown): ExportError {
  if (error instanceof BrowserUnavailable || error instanceof PageNotOpened)
    return new ExportError('renderer_unavailable', 'The browser failed to start.', error);
  if (error instanceof RendererCrashed)
    return new ExportError('renderer_crashed', 'The document crashed the browser.', error);
  if (error instanceof RenderTimeout)
    return new ExportError('render_timeout', 'Rendering the document timed out.', error);
  return ExportError.from(error);
}
