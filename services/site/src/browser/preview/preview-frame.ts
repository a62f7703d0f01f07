import { chooseLayout } from '@vitae/document/fitting/choose-layout';
import { measurePages } from '@vitae/document/fitting/measure-pages';
import type { PageLayout } from '@vitae/proto/export-job';
import { FITTED } from './preview-events.ts';

/** The style sheets of all density steps, by line: the line, or 0 if it equals that of step 0. */
type Fitting = { sheets: Record<number, (string | 0)[]>; maxPages?: number };
type ShownWindow = Window & typeof globalThis;

/** What the frame shows. It is undefined while the frame has a message, a foreign page or nothing. */
export type Shown = { view: 'pages' | 'web'; layout: PageLayout | undefined };

export type PreviewFrame = ReturnType<typeof createPreviewFrame>;

/** Shows a CV in a frame, and fits its pages as the worker does. `onFit` is called after each change of the layout. */
export function createPreviewFrame(frame: HTMLIFrameElement, onFit: (shown: Shown | undefined) => void) {
  /** The style sheet at step 0, and the styles of the other steps. */
  let base: string | undefined;
  let fitting: Fitting | undefined;
  /** The text of the style sheet that is shown. */
  let styles: string | undefined;
  /** The time of all fits since the shown CV arrived. */
  let fitMs = 0;

  const showStyles = (text: string) => {
    const page = frame.contentDocument as Document;
    const { CSSStyleSheet } = frame.contentWindow as ShownWindow;
    const [sheet = new CSSStyleSheet()] = page.adoptedStyleSheets;
    if (text !== styles) sheet.replaceSync(text);
    styles = text;
    if (page.adoptedStyleSheets.length > 0) return;
    page.adoptedStyleSheets = [sheet];
    for (const old of page.querySelectorAll('style')) old.remove();
  };
  const showStep = (step: number) => {
    const lines = (base ?? '').split('\n');
    const changes = fitting?.sheets[step] ?? [];
    showStyles(changes.map((line, index) => (line === 0 ? (lines[index] ?? '') : line)).join('\n'));
  };
  const measure = (step: number) => {
    showStep(step);
    return Promise.resolve(measurePages(null, frame.contentDocument as Document));
  };

  /** Chooses the density step like the worker. It never waits, so the browser draws only the chosen step. */
  const fit = async () => {
    const start = performance.now();
    const layout = fitting && (await chooseLayout(measure, fitting.maxPages));
    if (layout) showStep(layout.densityStep);
    fitMs += performance.now() - start;
    onFit({ view: fitting ? 'pages' : 'web', layout });
    frame.dispatchEvent(new Event(FITTED));
  };
  /** Runs `act` and restores the scroll position. */
  const withoutScrolling = async (act: () => Promise<void> | void) => {
    const shown = frame.contentWindow as ShownWindow;
    const { scrollX, scrollY } = shown;
    await act();
    shown.scrollTo(scrollX, scrollY);
  };
  const refit = () => withoutScrolling(fit);
  /** Returns a function that fits the pages of this document once, before it is drawn the next time. */
  const refitterOf = (page: Document) => {
    let isPlanned = false;
    return () => {
      if (isPlanned) return;
      isPlanned = true;
      requestAnimationFrame(() => {
        isPlanned = false;
        if (page === frame.contentDocument) void refit();
      });
    };
  };

  return {
    /** The view in which to show a draft, or undefined if the frame has no CV. */
    view: () => (base === undefined ? undefined : fitting ? 'pages' : 'web') as Shown['view'] | undefined,
    fitMs: () => fitMs,
    page: () => frame.contentDocument,
    open: (address: string) => frame.contentWindow?.location.replace(address),
    refit: () => fitting && refit(),
    /** Adopts the page that the frame has loaded. Returns whether it is a CV. */
    adopt: (): boolean => {
      [base, fitting, styles, fitMs] = [undefined, undefined, undefined, 0];
      let page: Document | null;
      try {
        page = frame.contentDocument;
      } catch {
        page = null;
      }
      // A page of another site, or a message instead of the CV. The browser loads the preview again by itself.
      if (!page || page.querySelector('meta[name=preview-problem]')) {
        onFit(undefined);
        return false;
      }
      base = Array.from(page.querySelectorAll('style'), ({ textContent }) => textContent).join('\n');
      fitting = fittingOf(page);
      void refit();
      // Pictures and fonts change the layout when they arrive, often many at the same time.
      const refitOnce = refitterOf(page);
      page.addEventListener('load', refitOnce, true);
      page.fonts.addEventListener('loadingdone', refitOnce);
      return true;
    },
    /** Replaces the body of the frame's document, so that its fonts remain loaded. */
    show: (html: string) =>
      withoutScrolling(() => {
        const page = frame.contentDocument as Document;
        // The policy of this page rejects style sheets of the preview, also while they are parsed.
        const { sheets, content } = separateStyles(html);
        const next = new DOMParser().parseFromString(content, 'text/html');
        base = sheets.join('\n');
        fitting = fittingOf(next);
        fitMs = 0;
        for (const name of ['lang', 'dir'] as const) page.documentElement[name] = next.documentElement[name];
        if (!fitting) showStyles(base);
        page.body.replaceWith(page.adoptNode(next.body));
        return fit();
      }),
  };
}

function fittingOf(page: Document): Fitting | undefined {
  const meta = page.querySelector<HTMLMetaElement>('meta[name=fitting]');
  return meta ? JSON.parse(meta.content) : undefined;
}

function separateStyles(html: string): { sheets: string[]; content: string } {
  const [start = '', ...rest] = html.split('<style>');
  const parts = rest.map((part) => part.split('</style>'));
  return {
    sheets: parts.map(([sheet = '']) => sheet),
    content: start + parts.map(([, ...content]) => content.join('</style>')).join(''),
  };
}
