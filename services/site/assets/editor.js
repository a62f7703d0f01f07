// Saves the form of a CV while the owner types, and stores unsaved text in the tab.
(() => {
  const form = document.querySelector('form[data-autosave]');
  /** The path of the form. If it was kept while the owner signed in again, the page has another path. */
  const path = () => (form ? new URL(form.action).pathname : location.pathname);
  // Text that is not saved survives a reload of this tab. Others who use the browser later cannot read it.
  const draftKey = (of) => `vitae-draft:${of}`;
  const sentKey = (of) => `vitae-sent:${of}`;
  const inStorage = (use) => {
    try {
      return use(sessionStorage);
    } catch {
      // Without storage, the text is only in the form.
      return undefined;
    }
  };
  /** Stores the values of the form, and the request without a response. Removes an undefined value. */
  const store = (draft, sent, of = path()) => {
    const entries = [
      [draftKey(of), draft],
      [sentKey(of), sent],
    ];
    inStorage((storage) => {
      for (const [key, value] of entries)
        if (value === undefined) storage.removeItem(key);
        else storage.setItem(key, value);
    });
  };
  const readDraft = (of = path()) =>
    inStorage((storage) => {
      const draft = storage.getItem(draftKey(of));
      return draft === null ? undefined : { draft, sent: storage.getItem(sentKey(of)) };
    });
  const MOVED_KEY = 'vitae-moved';
  const storeMove = (from, to) => inStorage((storage) => storage.setItem(MOVED_KEY, JSON.stringify([from, to])));
  /**
   * The path of the entry that the previous page created, if this page is its form for a new entry again: the owner had
   * reloaded it before the entry got its own path. The draft has that path.
   */
  const pathOfDraft = () => {
    const [from, to] = inStorage((storage) => JSON.parse(storage.getItem(MOVED_KEY))) ?? [];
    if (from === path() && readDraft(to)) return to;
    inStorage((storage) => storage.removeItem(MOVED_KEY));
    return undefined;
  };
  const hiddenField = (name, value) => {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    return field;
  };

  /** Submits the text of an item that no longer exists. The server shows it, so that the owner can add the item again. */
  const showDraftOfDeleted = () => {
    const stored = readDraft();
    const token = document.querySelector('input[name=csrf]')?.value;
    // The next page has the fragment, so it does not submit the text again.
    if (!stored || !token || location.hash === '#draft') return;
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: `${location.pathname}#draft`, hidden: true });
    for (const [name, value] of [...new URLSearchParams(stored.draft), ['csrf', token]])
      form.append(hiddenField(name, value));
    document.body.append(form);
    form.submit();
  };

  const moved = pathOfDraft();
  if (moved) return location.replace(moved);
  if (!form) return showDraftOfDeleted();
  const texts = JSON.parse(form.dataset.autosave);
  const status = document.getElementById('autosave');
  // The connection was cut while the page loaded. Its incomplete text must replace neither the draft nor the stored text.
  if (!status) return setTimeout(() => location.replace(path()), 1_000);
  const DELAY_MS = 800;
  const MAX_RETRY_MS = 30_000;
  const VERSION_MS = 5 * 60_000;
  const RESPONSE_TIMEOUT_MS = 30_000;

  const fields = () => new URLSearchParams(new FormData(form));
  const say = (text, bad = false) => {
    status.textContent = text;
    status.classList.toggle('field-error', bad);
  };

  const withoutToken = (body) => {
    body.delete('csrf');
    return body.toString();
  };
  /** The page shows what another request stored. Until the owner decides, nothing is saved automatically. */
  const isConflict = texts.isConflict;
  /** A request without a response. It is sent again unchanged: if it was stored, newer text would be a conflict. */
  let unanswered;
  /** Whether the owner pressed a button on this page. */
  let decided = false;
  const keepDraft = () => {
    const draft = fields();
    // After a reload, the text of the other request must not be replaced without a decision.
    if (isConflict && !decided) draft.set('digest', '');
    store(withoutToken(draft), unanswered && withoutToken(new URLSearchParams(unanswered.body)));
  };
  const dropDraft = (of) => store(undefined, undefined, of);

  let edits = 0;
  let saved = 0;
  let saving = false;
  let timer;
  let retryMs = 0;
  /** Whether the server rejected the values of the form. */
  let refused = false;
  let submitted = false;
  /** The button that the owner pressed before everything was saved. */
  let pressed;
  // Changes within a few minutes become one version of the CV.
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

  const updatePreview = () => form.dispatchEvent(new Event('vitae:changed'));

  /** Handles a final response: repeating the request without a change would have the same result. */
  const settle = (edit, result) => {
    retryMs = 0;
    unanswered = undefined;
    if (result.problem) {
      keepDraft();
      refused = edit === edits;
      say((PROBLEMS[result.problem] ?? (() => texts.problem))(result), true);
      return;
    }
    form.elements.digest.value = result.digest;
    revision = result.revision;
    dropDraft();
    const before = path();
    form.action = result.action;
    if (path() !== before) storeMove(before, path());
    dropDraft();
    history.replaceState(null, '', result.action);
    saved = edit;
    if (edit !== edits) keepDraft();
    say(texts.saved);
    updatePreview();
  };

  const submission = () => {
    const body = fields();
    const continues = performance.now() - versionStarted < VERSION_MS;
    if (continues && revision) body.set('continues', revision);
    return { edit: edits, body, continues };
  };

  /** Throws if the server, or a proxy, is temporarily unable to respond, or if the response is incomplete. */
  const send = async (body) => {
    const headers = { Accept: 'application/json' };
    const signal = AbortSignal.timeout?.(RESPONSE_TIMEOUT_MS);
    const response = await fetch(form.action, { method: 'POST', body, headers, redirect: 'error', signal });
    if (response.status >= 500 || response.status === 429) throw new Error(String(response.status));
    const isJson = response.headers.get('Content-Type')?.includes('json');
    if (response.ok || isJson) return { ok: response.ok, result: await response.json() };
    return { ok: false, result: {} };
  };

  async function save() {
    if (saving) return;
    saving = true;
    unanswered ??= submission();
    const { edit, body, continues } = unanswered;
    body.set('csrf', form.elements.csrf.value);
    keepDraft();
    say(texts.saving);
    try {
      const { ok, result } = await send(body);
      settle(edit, ok && result.digest ? result : { problem: 'other', faults: [], ...result });
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
    submitted = false;
    keepDraft();
    if (retryMs === 0 && (!isConflict || decided)) later(DELAY_MS);
  });
  addEventListener('online', () => {
    if (retryMs > 0) later(0);
  });
  // Otherwise the form would compete with a request that saves it, and its draft would remain.
  form.addEventListener('submit', (event) => {
    submitted = !saving && (edits === saved || refused);
    // The draft of a rejected form remains until the next page shows its text.
    if (submitted) return;
    event.preventDefault();
    decided = true;
    pressed = event.submitter;
    later(0);
  });
  addEventListener('beforeunload', (event) => {
    if (edits !== saved && !submitted) event.preventDefault();
  });

  /** Fills in the draft of an interrupted visit. Its digest tells the server if another request has changed the text since. */
  const restoreDraft = ({ draft, sent }) => {
    const kept = new URLSearchParams(draft);
    for (const element of form.elements) {
      if (!element.name || element.name === 'csrf') continue;
      if (element.type === 'checkbox') element.checked = kept.has(element.name);
      else if (kept.has(element.name)) element.value = kept.get(element.name);
    }
    // Rows that the page does not have are saved too, and shown by the next page.
    for (const [name, value] of kept) if (!form.elements[name]) form.append(hiddenField(name, value));
    if (sent) unanswered = { edit: edits, body: new URLSearchParams(sent), continues: false };
    edits += 1;
    say(texts.restored);
    updatePreview();
    later(0);
  };
  const stored = readDraft();
  if (document.querySelector('main .notice-bad')) {
    // The server rejected the submitted text, so it is not saved.
    edits += 1;
    // If the entry was deleted, the form adds it at another path.
    dropDraft(location.pathname);
    keepDraft();
  } else if (stored) restoreDraft(stored);
  form.querySelector('a.button')?.addEventListener('click', () => dropDraft());
})();
