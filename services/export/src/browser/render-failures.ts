/** The renderer or the whole browser died under a document. */
export class RendererCrashed extends Error {
  override readonly name = 'RendererCrashed';
}

/** A document was not done in its time. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
}
