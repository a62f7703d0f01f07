const DOUBLE_SUBMIT_MS = 2_000;

type Guard = {
  /** Returns the file to upload instead of the chosen one, if there is one. */
  prepare(): Promise<File> | undefined;
  /** Called if there is neither a prepared nor a chosen file to upload. */
  onMissing(): void;
};

/** Uploads the prepared file instead of the chosen one, once. Returns a function that restores the normal upload. */
export function guardSubmit(input: HTMLInputElement, { prepare, onMissing }: Guard): () => void {
  const form = input.form as HTMLFormElement;
  /** open → preparing → prepared → sent. Other submits are ignored until the page is open again. */
  let state: 'open' | 'preparing' | 'prepared' | 'sent' = 'open';
  const reopen = () => {
    state = 'open';
  };
  const onSubmit = async (event: SubmitEvent) => {
    const preparing = state === 'open' ? prepare() : undefined;
    if (state === 'prepared' || (state === 'open' && !preparing)) {
      state = 'sent';
      // The owner may stop a long upload, and submit another file.
      setTimeout(reopen, DOUBLE_SUBMIT_MS);
      return;
    }
    event.preventDefault();
    if (!preparing) return;
    state = 'preparing';
    // If it fails, for example without memory, the chosen file is uploaded as it is. A stored picture stays.
    const prepared = await preparing.catch(() => undefined);
    if (prepared) setFile(input, prepared);
    if (!prepared && !input.files?.[0]) {
      reopen();
      return onMissing();
    }
    state = 'prepared';
    // Not in a microtask of the submit event, during which browsers ignore another submit.
    setTimeout(() => form.requestSubmit());
  };
  form.addEventListener('submit', onSubmit);
  // The browser may show this page again with its state.
  addEventListener('pageshow', reopen);
  return () => {
    form.removeEventListener('submit', onSubmit);
    removeEventListener('pageshow', reopen);
  };
}

function setFile(input: HTMLInputElement, file: File): void {
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
}
