import type { PageLayout } from '@vitae/proto/export-job';
import { hydrate, render } from 'preact';
import { type PageControlsProps, PreviewToolbar } from '../../features/account/editor/preview-toolbar.tsx';
import { type PageTexts, type PreviewTexts, STORED_PREVIEW } from '../../features/account/editor/script-texts.ts';
import { findEdited } from './find-edited.ts';
import { countPages, describePages } from './page-count.ts';
import { CHANGED } from './preview-events.ts';
import { createPreviewFrame, type PreviewFrame, type Shown } from './preview-frame.ts';

/** Stays below the rate limit of the server (`PREVIEWS`), even while a key repeats. */
const MIN_INTERVAL_MS = 60;
/** After a longer update, the next one waits for a pause in typing, so that it does not delay the typed text. */
const MAX_UPDATE_MS = 50;
const RESPONSE_TIMEOUT_MS = 30_000;
const MIN_RETRY_MS = 2_000;

/** Shows the pages of a CV next to its form while the owner types. */
export function startPreview(): void {
  const element = document.querySelector<HTMLIFrameElement>('iframe#preview');
  const toolbar = document.querySelector<HTMLElement>('.preview-views');
  if (!element || !toolbar) return;
  const form = document.querySelector<HTMLFormElement>('form[data-autosave]');
  const texts = JSON.parse(toolbar.dataset.texts ?? '{}') as PreviewTexts;
  const state: { shown?: Shown | undefined; page: number; isHydrated: boolean } & DraftState = {
    page: 1,
    isOutdated: false,
    isStored: false,
    isHydrated: false,
  };
  const draw = () => {
    const layout = state.shown?.layout;
    const shown = state.isStored ? texts.anonymized : layout ? describeLayout(layout, texts) : '';
    const status = state.isOutdated ? texts.outdated : shown;
    // Adds no entry to the history, so that “Back” leaves the page.
    const controls = pageControlsOf(state, texts.page, frame.goToPage);
    const view = (
      <PreviewToolbar {...texts} shown={state.shown?.view} status={status} onChoose={frame.open} controls={controls} />
    );
    if (state.isHydrated) render(view, toolbar);
    else hydrate(view, toolbar);
    state.isHydrated = true;
  };
  const onFit = (shown: Shown | undefined) => {
    state.shown = shown;
    draw();
    // The separate page has no scripts.
    if (shown?.layout?.pages) linkStep(shown.layout.densityStep);
  };
  const onPageChange = (page: number) => {
    if (page === state.page) return;
    state.page = page;
    draw();
  };
  const frame = createPreviewFrame(element, {
    onFit,
    onPageChange,
    find: (page) => (form ? findEdited(form, page) : undefined),
  });
  const drafts =
    form &&
    showDrafts(form, frame, (draft) => {
      Object.assign(state, draft);
      draw();
    });
  const loaded = () => {
    // The frame loads the stored CV. Show the unsaved changes again.
    if (frame.adopt() && drafts?.isChanged()) drafts.later();
  };
  draw();
  element.addEventListener('load', loaded);
  element.closest('details')?.addEventListener('toggle', () => void frame.refit());
  // Before the frame loads, its document is empty.
  if (element.contentDocument?.readyState === 'complete' && element.contentDocument.querySelector('main')) loaded();
}

function describeLayout(layout: PageLayout, texts: PreviewTexts): string {
  const pages = describePages(countPages(layout), texts.count, document.documentElement.lang);
  return layout.maxPagesMet || pages === '' ? pages : `${pages}. ${texts.tooManyPages}`;
}

/** The controls of the page that the frame shows, if there are several. */
function pageControlsOf(
  { shown, page: last }: { shown?: Shown | undefined; page: number },
  texts: PageTexts,
  goToPage: (page: number) => void,
): PageControlsProps | undefined {
  const pages = shown?.layout?.pages ?? 0;
  if (pages < 2) return undefined;
  const page = Math.min(last, pages);
  const format = new Intl.NumberFormat(document.documentElement.lang);
  const position = texts.position.replace('{page}', format.format(page)).replace('{pages}', format.format(pages));
  return { ...texts, position, page, pages, onPageChange: goToPage };
}

function linkStep(step: number): void {
  const separate = document.querySelector<HTMLAnchorElement>('#preview-open');
  if (!separate) return;
  const address = new URL(separate.href);
  address.searchParams.set('step', String(step));
  separate.href = address.href;
}

/** An expired form is rejected too, but its preview stays. */
async function isSignedOut(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const { problem } = (await response.json().catch(() => ({}))) as { problem?: string };
  return problem === 'signedOut';
}

/** Whether the preview lacks the unsaved changes: until it is updated, or until the owner saves them. */
type DraftState = { isOutdated: boolean; isStored: boolean };

/** Requests and shows the CV with the unsaved changes of a form, one request at a time. */
function showDrafts(form: HTMLFormElement, frame: PreviewFrame, setState: (state: DraftState) => void) {
  // Choices of a design are not typed, so the density is chosen without delay.
  const isTyped = form.dataset.choices === undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isChanged = false;
  /** On slow connections, the next request waits for the response to this one. */
  let isSending = false;
  let isPending = false;
  let isReloaded = false;
  /** The server shows no preview of invalid fields, or of a form that another request has overtaken. */
  let isRejected = false;
  /** Whether the last preview shows the stored CV, because only stored content can be anonymized. */
  let isStored = false;
  let sentAt = 0;
  const headers = { Accept: 'application/json' };

  /** The frame then says that the owner is signed out, or that the CV was deleted. If it shows the CV, the form is outdated. */
  const reloadOnce = () => {
    if (!isReloaded) frame.reload();
    isReloaded = true;
  };
  /** Returns after how many milliseconds to try again if the preview could not be updated for now. */
  const send = async (): Promise<number | undefined> => {
    const view = frame.view();
    // The frame shows the changes after it has loaded.
    if (!view) return undefined;
    const page = frame.page();
    const address = `${new URL(form.action).pathname}/preview?view=${view}`;
    const body = new URLSearchParams(new FormData(form) as never);
    try {
      sentAt = performance.now();
      const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
      const response = await fetch(address, { method: 'POST', body, headers, redirect: 'error', signal });
      if (response.status === 429 || response.status >= 500)
        return Math.max(MIN_RETRY_MS, 1_000 * Number(response.headers.get('Retry-After') ?? 0));
      const html = response.ok ? await response.text() : '';
      // In the meantime, the owner may have chosen the other view.
      if (page !== frame.page()) return undefined;
      isStored = response.headers.has(STORED_PREVIEW);
      if (html) await frame.show(html, isTyped);
      else if (response.status === 404 || (await isSignedOut(response))) reloadOnce();
      else isRejected = true;
      return undefined;
    } catch {
      // The connection failed, or the owner followed a link in the preview. Keep the current preview.
      return MIN_RETRY_MS;
    }
  };
  const update = async () => {
    isPending = true;
    if (isSending) return;
    isSending = true;
    let retryMs: number | undefined;
    while (isPending) {
      isPending = false;
      isRejected = false;
      retryMs = await send();
    }
    isSending = false;
    setState({ isOutdated: isRejected || retryMs !== undefined, isStored });
    if (retryMs !== undefined) schedule(retryMs);
  };
  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(update, ms);
  };
  const later = () => {
    isChanged = true;
    const updateMs = frame.showMs();
    const pauseMs = updateMs > MAX_UPDATE_MS ? 2 * updateMs : 0;
    schedule(Math.max(pauseMs, sentAt + MIN_INTERVAL_MS - performance.now()));
  };
  form.addEventListener('input', later);
  form.addEventListener(CHANGED, later);
  return { later, isChanged: () => isChanged };
}
