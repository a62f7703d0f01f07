/** The renderer or the whole browser died under a document. */
export class RendererCrashed extends Error {
  override readonly name: string = 'RendererCrashed';
}

/** No page could be opened: the browser has failed, and no document was in it yet. */
export class PageNotOpened extends RendererCrashed {
  override readonly name = 'PageNotOpened';
}

/** A document was not done in its time. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
}
