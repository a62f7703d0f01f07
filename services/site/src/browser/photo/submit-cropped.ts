import type { PhotoCropper } from './photo-cropper.ts';

const DOUBLE_SUBMIT_MS = 2_000;

type Guard = {
  cropper(): Promise<Pick<PhotoCropper, 'crop'>> | undefined;
  /** Called if there is neither a cropped nor a chosen photo to upload. */
  onMissing(): void;
};

/** Uploads the cropped photo instead of the chosen one, once. Returns a function that restores the normal upload. */
export function guardSubmit(input: HTMLInputElement, { cropper, onMissing }: Guard): () => void {
  const form = input.form as HTMLFormElement;
  /** open → cropping → cropped → sent. Other submits are ignored until the page is open again. */
  let state: 'open' | 'cropping' | 'cropped' | 'sent' = 'open';
  const reopen = () => {
    state = 'open';
  };
  const onSubmit = async (event: SubmitEvent) => {
    const opened = cropper();
    if (state === 'cropped' || (state === 'open' && !opened)) {
      state = 'sent';
      // The owner may stop a long upload, and submit another photo.
      setTimeout(reopen, DOUBLE_SUBMIT_MS);
      return;
    }
    event.preventDefault();
    if (state !== 'open' || !opened) return;
    state = 'cropping';
    // If it fails, for example without memory, the chosen photo is uploaded as it is. A stored photo stays.
    const cropped = await opened.then((one) => one.crop()).catch(() => undefined);
    if (cropped) setFile(input, cropped);
    if (!cropped && !input.files?.[0]) {
      reopen();
      return onMissing();
    }
    state = 'cropped';
    form.requestSubmit();
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
