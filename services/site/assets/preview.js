// Shows the pages of a CV next to its form while the owner types.
(() => {
  const frame = document.getElementById('preview');
  const status = document.getElementById('preview-pages');
  if (!frame) return;
  const form = document.querySelector('form[data-autosave], form[data-preview]');
  const links = [...document.querySelectorAll('a[target="preview"]')];
  const texts = JSON.parse(frame.dataset.texts);
  const { lang } = document.documentElement;
  const numbers = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
  const plurals = new Intl.PluralRules(lang, { maximumFractionDigits: 1 });
  const DELAY_MS = 20;

  /** Returns the filled pages, for example 1.1. Undefined for the web page, which has none. */
  const countPages = ({ body, defaultView }) => {
    const { columnCount, height, paddingTop } = defaultView.getComputedStyle(body);
    const parts = body.querySelector('main')?.getClientRects() ?? [];
    if (columnCount === 'auto' || parts.length === 0) return undefined;
    const box = body.getBoundingClientRect();
    const scale = box.height / body.offsetHeight;
    const top = box.top + Number.parseFloat(paddingTop) * scale;
    const filled = (parts[parts.length - 1].bottom - top) / (Number.parseFloat(height) * scale);
    // A single line on a page is more than none.
    const tenths = Math.min(10, Math.max(1, Math.round(filled * 10)));
    return parts.length === 1 ? 1 : parts.length - 1 + tenths / 10;
  };

  const describe = () => {
    const pages = countPages(frame.contentDocument);
    const text = pages === undefined ? '' : (texts[plurals.select(pages)] ?? texts.other);
    const shown = text.replace('#', numbers.format(pages));
    if (status.textContent !== shown) status.textContent = shown;
    for (const link of links) {
      const isShown = new URL(link.href).searchParams.get('view') === (pages === undefined ? 'web' : 'pages');
      if (isShown) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };

  /** Replaces the content of the frame. Its document stays, and with it the place the owner has scrolled to. */
  const show = (html) => {
    const { contentDocument: shown, contentWindow } = frame;
    const next = new DOMParser().parseFromString(html, 'text/html');
    const styles = new contentWindow.CSSStyleSheet();
    styles.replaceSync([...next.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n'));
    const { scrollX, scrollY } = contentWindow;
    for (const name of ['lang', 'dir']) shown.documentElement[name] = next.documentElement[name];
    for (const old of shown.querySelectorAll('style')) old.remove();
    shown.adoptedStyleSheets = [styles];
    shown.body.replaceWith(shown.adoptNode(next.body));
    contentWindow.scrollTo(scrollX, scrollY);
    describe();
  };

  let timer;
  let request;
  let isChanged = false;
  async function update() {
    request?.abort();
    const current = new AbortController();
    request = current;
    try {
      const address = `${new URL(form.action).pathname}/preview`;
      const body = new URLSearchParams(new FormData(form));
      const response = await fetch(address, { method: 'POST', body, redirect: 'error', signal: current.signal });
      const html = response.ok ? await response.text() : '';
      if (html && request === current) show(html);
    } catch {
      // The connection failed, or the owner followed a link in the preview. Keep the current preview.
    }
  }
  const later = () => {
    isChanged = true;
    clearTimeout(timer);
    timer = setTimeout(update, DELAY_MS);
  };

  const loaded = () => {
    try {
      describe();
      // Pictures change the layout when they arrive.
      frame.contentDocument.addEventListener('load', describe, true);
    } catch {
      return;
    }
    // The frame loads the stored CV. Show the unsaved changes again.
    if (isChanged) later();
  };
  frame.addEventListener('load', loaded);
  // Before the frame loads, its document is empty.
  if (frame.contentDocument?.readyState === 'complete' && frame.contentDocument.querySelector('main')) loaded();
  for (const link of links)
    link.addEventListener('click', (event) => {
      event.preventDefault();
      // Not part of the history, so that “Back” leaves the page.
      frame.contentWindow.location.replace(link.href);
    });
  if (!form) return;
  form.addEventListener('input', later);
  // Sent after the form was saved or a draft was restored.
  form.addEventListener('vitae:changed', later);
})();
