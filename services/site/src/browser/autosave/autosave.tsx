import { render } from 'preact';
import type { AutosaveTexts } from '../../features/account/editor/script-texts.ts';
import { appendRow } from '../order/append-row.ts';
import { CHANGED } from '../preview/preview-events.ts';
import { clearProblems } from './clear-problems.ts';
import { createDraftStore, type Draft } from './draft-store.ts';
import { type Basis, createSaveQueue, type SaveQueue, type SaveResult, type SaveState } from './save-queue.ts';
import { SaveStatus } from './save-status.tsx';
import { setValue } from './set-value.ts';

const RESPONSE_TIMEOUT_MS = 30_000;
const RELOAD_DELAY_MS = 1_000;

const drafts = createDraftStore(() => sessionStorage);

/** Saves the form of a CV while the owner types, and stores unsaved text in the tab. */
export function startAutosave(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-autosave]');
  if (!form && !document.querySelector('[data-draft]')) return;
  const path = form ? pathOf(form) : location.pathname;
  const moved = drafts.movedFrom(path);
  const status = document.getElementById('autosave');
  if (moved) location.replace(moved);
  else if (!form) showDraftOfDeleted();
  else if (status) autosave(form, status);
  // The connection was cut while the page loaded. Its incomplete text must replace neither the draft nor the stored text.
  else setTimeout(() => location.replace(path), RELOAD_DELAY_MS);
}

/** The path of the form. It differs from the page's path if the form was kept while the owner signed in again. */
const pathOf = (form: HTMLFormElement) => new URL(form.action).pathname;
const datesIn = (form: HTMLFormElement) => Array.from(form.querySelectorAll<HTMLInputElement>('input[type=date]'));
/** The date fields that are not complete: the browser does not submit them, or the year has two digits. */
const isIncomplete = ({ validity }: HTMLInputElement) => validity.badInput || validity.rangeUnderflow;
const incompleteIn = (form: HTMLFormElement) => datesIn(form).filter(isIncomplete);
/** Incomplete values have the last complete one, so that a draft does not remove it. */
function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams(new FormData(form) as never);
  for (const { name, defaultValue } of incompleteIn(form)) fields.set(name, defaultValue);
  return fields;
}
function setBasis(form: HTMLFormElement, { loaded, digest }: Basis): void {
  inputOf(form, 'loaded').value = loaded;
  if (digest !== undefined) inputOf(form, 'digest').value = digest;
}
const inputOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;

function autosave(form: HTMLFormElement, status: HTMLElement): void {
  const texts = JSON.parse(form.dataset.autosave ?? '{}') as AutosaveTexts;
  const say = (state?: SaveState) => render(<SaveStatus state={state} texts={texts} />, status);
  const updatePreview = () => form.dispatchEvent(new Event(CHANGED));
  const queue = createSaveQueue({
    fields: () => fieldsOf(form),
    incomplete: () =>
      incompleteIn(form).map(({ labels, validity }) => {
        const fault = validity.rangeUnderflow ? texts.shortYear : texts.incomplete;
        return `${labels?.[0]?.textContent}: ${fault}`;
      }),
    token: () => inputOf(form, 'csrf').value,
    send: (body) => send(form.action, body),
    keepDraft: (draft, sent) => drafts.keep(pathOf(form), withoutToken(draft), sent && withoutToken(sent)),
    onSaved: ({ action, adopted, changed, undo, ...shown }, isLatest) => {
      const undoPlace = document.getElementById('undo');
      if (undoPlace && undo) undoPlace.innerHTML = undo;
      if (changed !== undefined) inputOf(form, 'changed').value = String(changed);
      if (adopted && isLatest) showTexts(form, adopted.texts);
      setBasis(form, (isLatest && adopted) || shown);
      const before = pathOf(form);
      drafts.drop(before);
      form.action = action;
      if (pathOf(form) !== before) {
        drafts.move(before, pathOf(form));
        showPictureLink(pathOf(form));
      }
      drafts.drop(pathOf(form));
      history.replaceState(null, '', action);
      clearProblems(form, texts.title);
      for (const date of datesIn(form)) if (!isIncomplete(date)) date.defaultValue = date.value;
      // Hides “Cancel” once the form is saved.
      const back = form.querySelector('a.button');
      if (back) back.textContent = texts.close;
      updatePreview();
    },
    say,
    submit: (button) => form.requestSubmit(button),
    now: () => performance.now(),
    wait: (act, ms) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    isConflict: texts.isConflict,
  });
  say();
  // After “Back”, browsers fill in what was typed before. The page is newer: another tab may have saved since.
  if (!navigator.userActivation.hasBeenActive) form.reset();
  listen(form, queue);
  const draft = drafts.read(pathOf(form));
  if (document.querySelector('main .notice-bad')) {
    // If the entry was deleted, the form adds it at another path.
    drafts.drop(location.pathname);
    queue.rejected();
  } else if (draft) {
    restore(form, draft);
    queue.restored(draft.sent);
    updatePreview();
  }
}

function listen(form: HTMLFormElement, queue: SaveQueue): void {
  form.addEventListener('input', queue.edited);
  form.addEventListener('focusout', queue.left);
  addEventListener('online', queue.online);
  addEventListener('focus', queue.returned);
  document.addEventListener('visibilitychange', () => !document.hidden && queue.returned());
  form.addEventListener('submit', (event) => {
    if (!queue.pressed(event.submitter)) event.preventDefault();
  });
  addEventListener('beforeunload', (event) => {
    if (queue.isUnsaved()) event.preventDefault();
  });
  form.querySelector('a.button')?.addEventListener('click', () => drafts.drop(pathOf(form)));
}

/** A new entry that is saved can have a picture. */
function showPictureLink(path: string): void {
  const place = document.getElementById('picture-link');
  const link = place?.querySelector('a');
  if (!place || !link) return;
  link.href = `${path}/${place.dataset.page}`;
  place.hidden = false;
}

/** Shows the values that another request saved in fields that the owner did not change. */
function showTexts(form: HTMLFormElement, texts: Record<string, string>): void {
  for (const field of form.elements as HTMLCollectionOf<HTMLInputElement>) {
    const text = Object.hasOwn(texts, field.name) ? texts[field.name] : undefined;
    if (text !== undefined) setValue(field, text);
  }
}

/** Sends the form again if the owner has signed in again in another window since the page was loaded. */
async function send(address: string, body: URLSearchParams): Promise<SaveResult> {
  const result = await sendOnce(address, body);
  if (result.problem === undefined || result.csrf === undefined) return result;
  for (const field of document.querySelectorAll<HTMLInputElement>('input[name=csrf]')) field.value = result.csrf;
  body.set('csrf', result.csrf);
  return sendOnce(address, body);
}

async function sendOnce(address: string, body: URLSearchParams): Promise<SaveResult> {
  const headers = { Accept: 'application/json' };
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  const response = await fetch(address, { method: 'POST', body, headers, redirect: 'error', signal });
  if (response.status >= 500 || response.status === 429) throw new Error(String(response.status));
  const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
  const result = response.ok || isJson ? await response.json() : {};
  return response.ok && result.action ? result : { problem: 'other', faults: [], ...result };
}

function withoutToken(body: URLSearchParams): string {
  body.delete('csrf');
  return body.toString();
}

/** Fills in the draft of an interrupted visit. Its digest tells the server if another request has changed the text since. */
function restore(form: HTMLFormElement, { draft }: Draft): void {
  const kept = new URLSearchParams(draft);
  appendRowsOf(form, kept);
  for (const element of form.elements as HTMLCollectionOf<HTMLInputElement>) {
    if (!element.name || element.name === 'csrf') continue;
    const value = kept.get(element.name);
    if (element.type === 'checkbox') element.checked = value !== null;
    else if (value !== null) setValue(element, value);
    // A field that was empty is folded.
    if (value) element.closest('details')?.setAttribute('open', '');
  }
  // A draft of an earlier release does not say what its fields were based on.
  if (!kept.has('loaded')) inputOf(form, 'loaded').value = '';
  // The next page shows fields that this one does not have.
  for (const [name, value] of kept) if (!form.elements.namedItem(name)) form.append(hiddenField(name, value));
}

/** Appends the rows of a draft that the page does not have. */
function appendRowsOf(form: HTMLFormElement, draft: URLSearchParams): void {
  const list = form.querySelector<HTMLElement>('[data-rows]');
  const numbers = Array.from(draft.keys(), (name) => Number(/\.(\d{1,4})$/.exec(name)?.[1] ?? -1));
  const last = Math.max(-1, ...numbers);
  while (list && !list.querySelector(`[data-row="${last}"]`) && last >= list.querySelectorAll('[data-row]').length)
    if (!appendRow(list)) return;
}

/** Submits the text of an item that no longer exists. The server shows it, so that the owner can add the item again. */
function showDraftOfDeleted(): void {
  const stored = drafts.read(location.pathname);
  const token = document.querySelector<HTMLInputElement>('input[name=csrf]')?.value;
  // The next page has the fragment, so it does not submit the text again.
  if (!stored || !token || location.hash === '#draft') return;
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: `${location.pathname}#draft`, hidden: true });
  for (const [name, value] of [...new URLSearchParams(stored.draft), ['csrf', token] as const])
    form.append(hiddenField(name, value));
  document.body.append(form);
  form.submit();
}

function hiddenField(name: string, value: string): HTMLInputElement {
  const field = document.createElement('input');
  return Object.assign(field, { type: 'hidden', name, value });
}
