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
  controls?: PageControlsProps | undefined;
};

/** The page that the frame shows, if there are several. The numbers start at 1. */
export type PageControlsProps = {
  position: string;
  previous: string;
  next: string;
  page: number;
  pages: number;
  onPageChange(page: number): void;
};

/** Rendered by the server, then by the browser: links to the views of a preview, and its number of pages. */
export function PreviewToolbar({
  address,
  pages,
  web,
  shown,
  status = '',
  onChoose,
  controls,
}: PreviewToolbarProps): VNode {
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
      {controls && <PageControls {...controls} />}
    </>
  );
}

function PageControls({ position, previous, next, page, pages, onPageChange }: PageControlsProps): VNode {
  const button = (label: string, sign: string, target: number) => (
    <button
      type="button"
      class="button button-quiet"
      aria-label={label}
      aria-disabled={target < 1 || target > pages}
      onClick={() => onPageChange(Math.min(Math.max(target, 1), pages))}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
  return (
    <span class="preview-page-controls">
      {button(previous, '←', page - 1)}
      <span role="status">{position}</span>
      {button(next, '→', page + 1)}
    </span>
  );
}
