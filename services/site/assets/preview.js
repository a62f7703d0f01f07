// Shows the pages of a CV next to its form while the owner types.
(() => {
  const frame = document.getElementById('preview');
  const status = document.getElementById('preview-pages');
  if (!frame) return;
  const form = document.querySelector('form[data-autosave], form[data-preview]');
  const separate = document.getElementById('preview-open');
  const links = [...document.querySelectorAll('a[target="preview"]')];
  const texts = JSON.parse(frame.dataset.texts);
  const { lang } = document.documentElement;
  const numbers = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
  const plurals = new Intl.PluralRules(lang, { maximumFractionDigits: 1 });
  const DELAY_MS = 20;
  const RESPONSE_TIMEOUT_MS = 30_000;
  const STYLES = /<style>(.*?)<\/style>/gs;

  /** The last page counts by its filled part, for example 1.1 pages. */
  const countPages = ({ pages, fill }) => {
    if (pages < 2) return pages;
    // A page with a single line counts as a tenth.
    const tenths = Math.min(10, Math.max(1, Math.round(fill.at(-1) * 10)));
    return pages - 1 + tenths / 10;
  };

  /** Shows the number of pages. The web page has no layout, and a collapsed preview has no pages. */
  const describe = (layout) => {
    const pages = layout ? countPages(layout) : 0;
    const text = pages > 0 ? (texts[plurals.select(pages)] ?? texts.other) : '';
    const shown = text.replace('#', numbers.format(pages));
    if (status.textContent !== shown) status.textContent = shown;
    for (const link of links) {
      const isShown = new URL(link.href).searchParams.get('view') === (layout ? 'pages' : 'web');
      if (isShown) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    // The separate page has no scripts and shows the stored CV. The step of a changed design would not fit it.
    if (pages > 0 && (!isChanged || form.dataset.autosave)) {
      const address = new URL(separate.href);
      address.searchParams.set('step', layout.densityStep);
      separate.href = address;
    }
  };

  /** Returns the style sheets of the printed pages, and the owner's maximum of pages. Undefined for the web page. */
  const fittingOf = (page) => {
    const meta = page.querySelector('meta[name=fitting]');
    return meta ? JSON.parse(meta.content) : undefined;
  };
  const stylesIn = (page) => Array.from(page.querySelectorAll('style'), ({ textContent }) => textContent).join('\n');

  /** The style sheet at step 0, and what `fittingOf` returned for it. */
  let base;
  let pageFitting;
  /** The text of the style sheet that is shown. */
  let styles;
  const showStyles = (text) => {
    const { contentDocument: page, contentWindow } = frame;
    const [sheet = new contentWindow.CSSStyleSheet()] = page.adoptedStyleSheets;
    if (text !== styles) sheet.replaceSync(text);
    styles = text;
    if (page.adoptedStyleSheets.length > 0) return;
    page.adoptedStyleSheets = [sheet];
    for (const old of page.querySelectorAll('style')) old.remove();
  };
  const showStep = (step) => {
    const lines = base.split('\n');
    showStyles(pageFitting.sheets[step].map((line, index) => (line === 0 ? lines[index] : line)).join('\n'));
  };
  const measure = (step) => {
    showStep(step);
    return fitting.measurePages(null, frame.contentDocument);
  };

  /** The time of all fits since the shown CV arrived. */
  let fitMs = 0;
  /** Chooses the density step like the worker. It never waits, so the browser draws only the chosen step. */
  const fit = async () => {
    const start = performance.now();
    const layout = pageFitting && (await fitting.chooseLayout(measure, pageFitting.maxPages));
    if (layout) showStep(layout.densityStep);
    fitMs += performance.now() - start;
    describe(layout);
  };
  /** Runs `act` and restores the scroll position. */
  const withoutScrolling = async (act) => {
    const { contentWindow } = frame;
    const { scrollX, scrollY } = contentWindow;
    await act();
    contentWindow.scrollTo(scrollX, scrollY);
  };
  const refit = () => withoutScrolling(fit);
  /** Returns a function that fits the pages of this document once, before it is drawn the next time. */
  const refitterOf = (page) => {
    let isPlanned = false;
    return () => {
      if (isPlanned) return;
      isPlanned = true;
      requestAnimationFrame(() => {
        isPlanned = false;
        if (page === frame.contentDocument) refit();
      });
    };
  };

  /** Replaces the body of the frame's document, so that its fonts remain loaded. */
  const show = (html) =>
    withoutScrolling(() => {
      const page = frame.contentDocument;
      // The policy of this page rejects style sheets of the preview, also while they are parsed.
      const next = new DOMParser().parseFromString(html.replace(STYLES, ''), 'text/html');
      base = Array.from(html.matchAll(STYLES), ([, sheet]) => sheet).join('\n');
      pageFitting = fittingOf(next);
      fitMs = 0;
      for (const name of ['lang', 'dir']) page.documentElement[name] = next.documentElement[name];
      if (!pageFitting) showStyles(base);
      page.body.replaceWith(page.adoptNode(next.body));
      return fit();
    });

  let timer;
  let isChanged = false;
  /** Whether a request runs. On slow connections, the next one waits for its response. */
  let isSending = false;
  let isOutdated = false;
  async function send() {
    // The frame shows the changes after it has loaded.
    if (base === undefined) return;
    const page = frame.contentDocument;
    try {
      const address = `${new URL(form.action).pathname}/preview?view=${pageFitting ? 'pages' : 'web'}`;
      const body = new URLSearchParams(new FormData(form));
      const signal = AbortSignal.timeout?.(RESPONSE_TIMEOUT_MS);
      const response = await fetch(address, { method: 'POST', body, redirect: 'error', signal });
      const html = response.ok ? await response.text() : '';
      // In the meantime, the owner may have chosen the other view.
      if (html && page === frame.contentDocument) await show(html);
    } catch {
      // The connection failed, or the owner followed a link in the preview. Keep the current preview.
    }
  }
  async function update() {
    isOutdated = true;
    if (isSending) return;
    isSending = true;
    while (isOutdated) {
      isOutdated = false;
      await send();
    }
    isSending = false;
  }
  const later = () => {
    isChanged = true;
    clearTimeout(timer);
    // Pages that take long to fit wait for a pause, so that they do not delay the typed text.
    timer = setTimeout(update, Math.max(DELAY_MS, 2 * fitMs));
  };

  const loaded = () => {
    pageFitting = undefined;
    base = undefined;
    try {
      const page = frame.contentDocument;
      // A message instead of the CV. The browser loads the preview again by itself.
      if (page.querySelector('meta[name=preview-problem]')) {
        status.textContent = '';
        return;
      }
      base = stylesIn(page);
      pageFitting = fittingOf(page);
      styles = undefined;
      fitMs = 0;
      refit();
      // Pictures and fonts change the layout when they arrive, often many at the same time.
      const refitOnce = refitterOf(page);
      page.addEventListener('load', refitOnce, true);
      page.fonts.addEventListener('loadingdone', refitOnce);
    } catch {
      return;
    }
    // The frame loads the stored CV. Show the unsaved changes again.
    if (isChanged) later();
  };
  frame.addEventListener('load', loaded);
  frame.closest('details').addEventListener('toggle', () => pageFitting && refit());
  // Before the frame loads, its document is empty.
  if (frame.contentDocument?.readyState === 'complete' && frame.contentDocument.querySelector('main')) loaded();
  for (const link of links)
    link.addEventListener('click', (event) => {
      event.preventDefault();
      // Adds no entry to the history, so that “Back” leaves the page.
      frame.contentWindow.location.replace(link.href);
    });
  if (!form) return;
  form.addEventListener('input', later);
  // Sent after the form was saved or a draft was restored.
  form.addEventListener('vitae:changed', later);
})();
