import { chooseLayout } from '@vitae/document/fitting/choose-layout';
import { measurePages } from '@vitae/document/fitting/measure-pages';
import type { PageLayout } from '@vitae/proto/export-job';
import { patchElement } from './patch-element.ts';
import { FITTED, SHOWN } from './preview-events.ts';

/** The style sheets of all density steps, by line: the line, or 0 if it equals that of step 0. */
type Fitting = { sheets: Record<number, (string | 0)[]>; maxPages?: number };
type ShownWindow = Window & typeof globalThis;

/** What the frame shows. It is undefined while the frame has a message, a foreign page or nothing. */
export type Shown = { view: 'pages' | 'web'; layout: PageLayout | undefined };

export type PreviewFrame = ReturnType<typeof createPreviewFrame>;

/** The shortest pause in typing after which the density step is chosen again. */
const MIN_FIT_DELAY_MS = 200;

type FrameListeners = {
  /** Called after each change of the layout. */
  onFit(shown: Shown | undefined): void;
  /** Called with the number of the page, from 1, after the frame was scrolled. */
  onPageChange(page: number): void;
  /** Finds what the owner edits. The frame shows it until the owner scrolls. */
  find(page: Document): Element | undefined;
};

/** Shows a CV in a frame, and fits its pages as the worker does. */
export function createPreviewFrame(frame: HTMLIFrameElement, { onFit, onPageChange, find }: FrameListeners) {
  /** The style sheet at step 0, and the styles of the other steps. */
  let base: string | undefined;
  let fitting: Fitting | undefined;
  /** The text of the style sheet that is shown. */
  let styles: string | undefined;
  /** The layout with the density step that was chosen last. */
  let chosen: PageLayout | undefined;
  let fitTimer: ReturnType<typeof setTimeout> | undefined;
  /** The duration of the last fit. */
  let fitMs = 0;
  /** The duration of the last update by `show`. */
  let showMs = 0;
  /** Whether the frame shows what the owner edits, because the owner has not scrolled. */
  let isFollowing = true;

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
    clearTimeout(fitTimer);
    const start = performance.now();
    const layout = fitting && (await chooseLayout(measure, fitting.maxPages));
    if (layout) showStep(layout.densityStep);
    chosen = layout;
    fitMs = performance.now() - start;
    onFit({ view: fitting ? 'pages' : 'web', layout });
    frame.dispatchEvent(new Event(FITTED));
  };
  /** Shows the pages at the last density step, and chooses the step later: choosing takes several times as long. */
  const fitLater = async ({ densityStep, maxPagesMet: wasMet }: PageLayout) => {
    const fill = await measure(densityStep);
    const pages = fill.length;
    const maxPagesMet = wasMet || pages <= (fitting?.maxPages ?? pages);
    onFit({ view: 'pages', layout: { pages, fill, densityStep, maxPagesMet } });
    const page = frame.contentDocument;
    const refitSame = () => page === frame.contentDocument && refit();
    fitTimer = setTimeout(refitSame, Math.max(MIN_FIT_DELAY_MS, 2 * fitMs));
  };
  /** Runs `act` and restores the scroll position. */
  const withoutScrolling = async (act: () => Promise<void> | void) => {
    const shown = frame.contentWindow as ShownWindow;
    const { scrollX, scrollY } = shown;
    await act();
    shown.scrollTo(scrollX, scrollY);
  };
  const refit = async () => {
    await withoutScrolling(fit);
    follow();
  };
  const follow = () => {
    const page = frame.contentDocument;
    const edited = page && isFollowing ? find(page) : undefined;
    if (edited) reveal(frame.contentWindow as ShownWindow, edited, fitting !== undefined);
  };
  const stopFollowing = () => {
    isFollowing = false;
  };
  const goToPage = (number: number) => {
    stopFollowing();
    const shown = frame.contentWindow as ShownWindow;
    const { document: page } = shown;
    shown.scrollTo({ left: (number - 1) * pageStep(page) * directionOf(page), top: 0 });
  };
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
    showMs: () => showMs,
    page: () => frame.contentDocument,
    open: (address: string) => frame.contentWindow?.location.replace(address),
    reload: () => frame.contentWindow?.location.replace(frame.src),
    refit: () => fitting && refit(),
    /** Shows a page, counted from 1. */
    goToPage,
    /** Adopts the page that the frame has loaded. Returns whether it is a CV. */
    adopt: (): boolean => {
      clearTimeout(fitTimer);
      [base, fitting, styles, chosen, showMs] = [undefined, undefined, undefined, undefined, 0];
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
      const shown = frame.contentWindow as ShownWindow;
      for (const type of ['wheel', 'pointerdown', 'keydown'] as const)
        shown.addEventListener(type, stopFollowing, { passive: true });
      shown.addEventListener(
        'scroll',
        () => fitting && onPageChange(1 + Math.round(Math.abs(shown.scrollX) / pageStep(shown.document))),
      );
      // Pictures and fonts change the layout when they arrive, often many at the same time.
      const refitOnce = refitterOf(page);
      page.addEventListener('load', refitOnce, true);
      page.fonts.addEventListener('loadingdone', refitOnce);
      return true;
    },
    /**
     * Shows another content in the frame's document, so that its fonts remain loaded. With `isTyping`, the density step
     * changes only after a pause.
     */
    show: (html: string, isTyping: boolean) =>
      withoutScrolling(async () => {
        clearTimeout(fitTimer);
        const start = performance.now();
        const page = frame.contentDocument as Document;
        // The policy of this page rejects style sheets of the preview, also while they are parsed.
        const { sheets, content } = separateStyles(html);
        const next = new DOMParser().parseFromString(content, 'text/html');
        base = sheets.join('\n');
        fitting = fittingOf(next);
        const { documentElement: root } = page;
        for (const name of ['lang', 'dir'] as const) {
          const value = next.documentElement[name];
          if (root[name] !== value) root[name] = value;
        }
        if (!fitting) showStyles(base);
        patchElement(page.body, next.body);
        if (isTyping && fitting && chosen) await fitLater(chosen);
        else await fit();
        showMs = performance.now() - start;
        frame.dispatchEvent(new Event(SHOWN));
      }),
  };
}

const directionOf = (page: Document) => (page.documentElement.dir === 'rtl' ? -1 : 1);

/** The distance between the start of two pages. */
function pageStep({ body, defaultView }: Document): number {
  const { width, paddingLeft, paddingRight, columnGap } = (defaultView as ShownWindow).getComputedStyle(body);
  const [column, left, right, gap] = [width, paddingLeft, paddingRight, columnGap].map(Number.parseFloat) as Sizes;
  return ((column + gap) * body.getBoundingClientRect().width) / (column + left + right);
}
type Sizes = [number, number, number, number];

/** Scrolls to the page of an element and down to the element, always to the same place. */
function reveal(shown: ShownWindow, element: Element, isPages: boolean): void {
  const { document: page, scrollX, scrollY, innerHeight } = shown;
  const [first] = element.getClientRects();
  if (!first) return;
  const bottom = first.top + scrollY + Math.min(first.height, innerHeight / 2);
  const top = bottom <= innerHeight ? 0 : first.top + scrollY - innerHeight / 4;
  const body = page.body.getBoundingClientRect();
  const direction = directionOf(page);
  const distance = direction === 1 ? first.left - body.left : body.right - first.right;
  const step = isPages ? pageStep(page) : 0;
  const left = isPages ? direction * Math.max(0, Math.floor(distance / step)) * step : scrollX;
  shown.scrollTo({ left, top });
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
