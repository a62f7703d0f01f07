import type { VNode } from 'preact';
import type { PreviewView } from './preview-view.ts';

/** The texts of the page in its language, and the address of the preview. */
export type PreviewToolbarTexts = { address: string; pages: string; web: string };

export type PreviewToolbarProps = PreviewToolbarTexts & {
  /** What the frame shows. Unknown without scripts. */
  shown?: PreviewView | undefined;
  /** The number of pages, or a problem. */
  status?: string;
  onChoose?: (address: string) => void;
};

/** Rendered by the server, then by the browser: links to the views of a preview, and its number of pages. */
export function PreviewToolbar({ address, pages, web, shown, status = '', onChoose }: PreviewToolbarProps): VNode {
  const link = (view: PreviewView, text: string) => (
    <a
      href={`${address}?view=${view}`}
      target="preview"
      aria-current={shown === view ? 'true' : undefined}
      onClick={
        onChoose &&
        ((event: Event) => {
          event.preventDefault();
          onChoose(`${address}?view=${view}`);
        })
      }
    >
      {text}
    </a>
  );
  return (
    <>
      {link('pages', pages)}
      {link('web', web)}
      <span id="preview-pages" role="status">
        {status}
      </span>
    </>
  );
}
