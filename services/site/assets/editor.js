// Saves the form of a CV while the owner types, and keeps what could not be saved.
(() => {
  const form = document.querySelector('form[data-autosave]');
  if (!form) return;
  const texts = JSON.parse(form.dataset.autosave);
  const status = document.getElementById('autosave');
  const preview = document.getElementById('preview');
  const DELAY_MS = 800;
  const MAX_RETRY_MS = 30_000;
  const VERSION_MS = 5 * 60_000;

  const fields = () => new URLSearchParams(new FormData(form));
  const say = (text, bad = false) => {
    status.textContent = text;
    status.classList.toggle('field-error', bad);
  };

  // Text that is not saved survives a reload of this tab. Others who use the browser later cannot read it.
  const draftKey = () => `vitae-draft:${new URL(form.action).pathname}`;
  const keepDraft = () => {
    const draft = fields();
    draft.delete('csrf');
    try {
      sessionStorage.setItem(draftKey(), draft.toString());
    } catch {
      // Without storage, the text is only in the form.
    }
  };
  const dropDraft = () => {
    try {
      sessionStorage.removeItem(draftKey());
    } catch {
      // There is nothing to remove.
    }
  };

  let edits = 0;
  let saved = 0;
  let saving = false;
  let timer;
  let retryMs = 0;
  /** Whether the server refused what the form contains. */
  let refused = false;
  /** The button that the owner pressed before everything was saved. */
  let pressed;
  // What is typed within a few minutes becomes one version of the CV.
  let versionStarted = Number.NEGATIVE_INFINITY;
  let revision;
  const later = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(save, ms);
  };

  const PROBLEMS = {
    invalid: ({ faults }) => `${texts.invalid} ${faults.join(' ')}`,
    conflict: () => texts.conflict,
    signedOut: () => texts.signedOut,
    expired: () => texts.signedOut,
  };

  const refreshPreview = () => {
    try {
      preview?.contentWindow.location.reload();
    } catch {
      // The owner followed a link in the preview.
      preview.setAttribute('src', preview.getAttribute('src'));
    }
  };

  /** Handles a response that is not temporary: trying again without a change would fail again. */
  const settle = (edit, result) => {
    retryMs = 0;
    if (result.problem) {
      refused = edit === edits;
      say((PROBLEMS[result.problem] ?? (() => texts.problem))(result), true);
      return;
    }
    form.elements.digest.value = result.digest;
    revision = result.revision;
    dropDraft();
    form.action = result.action;
    history.replaceState(null, '', result.action);
    saved = edit;
    if (edit !== edits) keepDraft();
    say(texts.saved);
    refreshPreview();
  };

  async function save() {
    if (saving) return;
    saving = true;
    const edit = edits;
    say(texts.saving);
    try {
      const headers = { Accept: 'application/json' };
      const body = fields();
      const continues = performance.now() - versionStarted < VERSION_MS;
      if (continues && revision) body.set('continues', revision);
      const response = await fetch(form.action, { method: 'POST', body, headers, redirect: 'error' });
      if (response.status >= 500 || response.status === 429) throw new Error(String(response.status));
      // The response of a proxy, or of a page that does not exist, may be something else.
      const result = await response.json().catch(() => ({}));
      settle(edit, response.ok && result.digest ? result : { problem: 'other', faults: [], ...result });
      if (!continues && saved === edit) versionStarted = performance.now();
    } catch {
      retryMs = Math.min(MAX_RETRY_MS, Math.max(1_000, retryMs * 2));
      say(texts.offline, true);
      later(retryMs);
    } finally {
      saving = false;
    }
    if (retryMs > 0) return;
    if (edit !== edits) later(pressed ? 0 : DELAY_MS);
    else if (pressed) {
      form.requestSubmit(pressed);
      pressed = undefined;
    }
  }

  form.addEventListener('input', () => {
    edits += 1;
    refused = false;
    pressed = undefined;
    keepDraft();
    if (retryMs === 0) later(DELAY_MS);
  });
  addEventListener('online', () => {
    if (retryMs > 0) later(0);
  });
  let submitted = false;
  // Otherwise the form would compete with a request that saves it, and its draft would remain.
  form.addEventListener('submit', (event) => {
    submitted = !saving && (edits === saved || refused);
    if (submitted) {
      dropDraft();
      return;
    }
    event.preventDefault();
    pressed = event.submitter;
    later(0);
  });
  addEventListener('beforeunload', (event) => {
    if (edits !== saved && !submitted) event.preventDefault();
  });

  /** Fills in what an interrupted visit left. Its digest shows the server if something else was saved meanwhile. */
  const restoreDraft = () => {
    let stored = null;
    try {
      stored = sessionStorage.getItem(draftKey());
    } catch {
      return;
    }
    if (stored === null) return;
    const draft = new URLSearchParams(stored);
    for (const element of form.elements) {
      if (!element.name || element.name === 'csrf') continue;
      if (element.type === 'checkbox') element.checked = draft.has(element.name);
      else if (draft.has(element.name)) element.value = draft.get(element.name);
    }
    edits += 1;
    say(texts.restored);
    later(0);
  };
  // A page with a problem shows what was submitted, which is not saved either.
  if (document.querySelector('main .notice-bad')) keepDraft();
  else restoreDraft();
  form.querySelector('a.button')?.addEventListener('click', dropDraft);
})();
