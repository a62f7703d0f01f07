/** What the next save is based on: the fields of the form, and what identifies the stored part. A design has no digest. */
export type Basis = { loaded: string; digest?: string };

/**
 * The response to a saved form. Without a problem, the form has a new digest, and possibly a new path. `adopted` has
 * the values that another request saved in fields that the form did not change.
 */
export type SaveResult =
  | (Basis & {
      /** A change soon after it becomes part of the same version of the CV. Designs have no versions. */
      revision?: string;
      /** The revision with which the form changed the CV. Undefined if it changed nothing. */
      changed?: number;
      /** The form that undoes the change, as HTML. */
      undo?: string;
      action: string;
      adopted?: Basis & { texts: Record<string, string> };
      problem?: undefined;
    })
  /** `csrf` is the new token of a form whose owner has signed in again in another window. */
  | { problem: string; faults: string[]; csrf?: string };

export type SaveState = 'saving' | 'saved' | 'offline' | 'restored' | { problem: string; faults: string[] };

export type SaveQueueDependencies = {
  fields(): URLSearchParams;
  /** What is wrong with values that the browser does not submit yet, such as a date without a year. */
  incomplete(): string[];
  /** The CSRF token of the page. */
  token(): string;
  /** Throws if the server is temporarily unable to respond, or if the response is incomplete. */
  send(body: URLSearchParams): Promise<SaveResult>;
  /** Stores the text of the form, and the request without a response. */
  keepDraft(draft: URLSearchParams, sent: URLSearchParams | undefined): void;
  /** Removes the draft, and gives the form its new digest and path. `isLatest`: nothing was typed since. */
  onSaved(result: SaveResult & { problem?: undefined }, isLatest: boolean): void;
  say(state: SaveState): void;
  submit(button: HTMLElement | null): void;
  now(): number;
  /** Calls `act` after `ms`, and returns a function that cancels it. */
  wait(act: () => void, ms: number): () => void;
  /** The page shows what another request stored. Until the owner decides, nothing is saved automatically. */
  isConflict: boolean;
};

export const DELAY_MS = 800;
export const MAX_RETRY_MS = 30_000;
const MIN_RETRY_MS = 1_000;
/** Changes within a few minutes become one version of the CV. */
const VERSION_MS = 5 * 60_000;

/** `edit` is the number of changes that the request contains. */
type Submission = { edit: number; body: URLSearchParams; continues: boolean };

export type SaveQueue = ReturnType<typeof createSaveQueue>;

/** Saves the text of a form one request at a time. */
export function createSaveQueue(page: SaveQueueDependencies) {
  let edits = 0;
  let saved = 0;
  let saving = false;
  let cancel = () => {};
  let retryMs = 0;
  /** Whether the server rejected the values of the form. */
  let refused = false;
  /** Whether the form can be saved after the owner has signed in again in another window. */
  let needsSignIn = false;
  let isSubmitted = false;
  /** Whether the owner pressed a button on this page. */
  let decided = false;
  /** The button that the owner pressed before everything was saved. */
  let pressed: { button: HTMLElement | null } | undefined;
  /** A request without a response. It is sent again unchanged: if it was stored, newer text would be a conflict. */
  let unanswered: Submission | undefined;
  /** Whether nothing is saved because of an incomplete value. Saving would remove the stored value. */
  let isBlocked = false;
  /** Whether text of an interrupted visit is not saved yet. */
  let isRestored = false;
  let versionStarted = Number.NEGATIVE_INFINITY;
  let revision: string | undefined;

  const busyState = () => (isRestored ? 'restored' : 'saving');
  const later = (ms: number) => {
    cancel();
    cancel = page.wait(() => void save(), ms);
  };
  const keepDraft = () => {
    const draft = page.fields();
    // After a reload, the text of the other request must not be replaced without a decision.
    if (page.isConflict && !decided) for (const name of ['digest', 'loaded']) if (draft.has(name)) draft.set(name, '');
    page.keepDraft(draft, unanswered && new URLSearchParams(unanswered.body));
  };
  const submission = (): Submission => {
    const body = page.fields();
    const continues = page.now() - versionStarted < VERSION_MS;
    if (continues && revision) body.set('continues', revision);
    return { edit: edits, body, continues };
  };
  /** Handles a final response: repeating the request without a change would have the same result. */
  const settle = ({ edit, continues }: Submission, result: SaveResult) => {
    retryMs = 0;
    unanswered = undefined;
    if (result.problem !== undefined) {
      isRestored = false;
      keepDraft();
      refused = edit === edits;
      needsSignIn = result.problem === 'signedOut' || result.problem === 'expired';
      return page.say(result);
    }
    revision = result.revision;
    page.onSaved(result, edit === edits);
    saved = edit;
    if (!continues) versionStarted = page.now();
    if (edit !== edits) {
      keepDraft();
      return page.say(busyState());
    }
    isRestored = false;
    page.say('saved');
  };
  const proceed = () => {
    if (edits !== saved && !refused) return later(pressed ? 0 : DELAY_MS);
    if (!pressed) return;
    const { button } = pressed;
    pressed = undefined;
    page.submit(button);
  };

  async function save(): Promise<void> {
    if (saving) return;
    const faults = unanswered ? [] : page.incomplete();
    isBlocked = faults.length > 0;
    if (isBlocked) {
      keepDraft();
      return page.say({ problem: 'invalid', faults });
    }
    saving = true;
    unanswered ??= submission();
    const sent = unanswered;
    sent.body.set('csrf', page.token());
    keepDraft();
    page.say(busyState());
    try {
      settle(sent, await page.send(sent.body));
    } catch {
      retryMs = Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, retryMs * 2));
      page.say('offline');
      later(retryMs);
    } finally {
      saving = false;
    }
    if (retryMs === 0) proceed();
  }

  /** Called after each input. */
  const edited = () => {
    edits += 1;
    refused = false;
    pressed = undefined;
    isSubmitted = false;
    keepDraft();
    if (retryMs === 0 && (!page.isConflict || decided)) later(DELAY_MS);
  };

  return {
    keepDraft,
    edited,
    /** The owner left a field. Browsers do not report the typing of an incomplete value. */
    left: () => {
      const isIncomplete = page.incomplete().length > 0;
      if (isIncomplete !== isBlocked) edited();
    },
    online: () => {
      if (retryMs > 0) later(0);
    },
    /** The owner returns to the page, perhaps after signing in in another window. */
    returned: () => {
      if (!refused || !needsSignIn) return;
      refused = false;
      later(0);
    },
    /**
     * The owner presses a button. Returns whether the form may be submitted now. Otherwise it is submitted after the
     * pending save, because both requests would compete and the draft would remain.
     */
    pressed: (button: HTMLElement | null): boolean => {
      // The draft of a rejected form remains until the next page shows its text.
      isSubmitted = !saving && (edits === saved || refused);
      if (isSubmitted) return true;
      decided = true;
      pressed = { button };
      later(0);
      return false;
    },
    /** The form contains the draft of an interrupted visit, whose last request may have had no response. */
    restored: (sent: string | null) => {
      if (sent) unanswered = { edit: edits, body: new URLSearchParams(sent), continues: false };
      edits += 1;
      isRestored = true;
      page.say('restored');
      later(0);
    },
    /** The form contains text that the server rejected. It is not saved until the owner changes it. */
    rejected: () => {
      edits += 1;
      keepDraft();
    },
    isUnsaved: () => edits !== saved && !isSubmitted,
  };
}
