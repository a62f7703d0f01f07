import type { ReduceTexts } from '../../features/account/editor/script-texts.ts';
import { reducePicture } from './draw-picture.ts';
import { showFieldError } from './field-error.ts';
import { guardSubmit } from './submit-prepared.ts';

/** Reduces a large picture before it is uploaded. */
export function reduceBeforeUpload(input: HTMLInputElement, texts: ReduceTexts): void {
  let reduced: Promise<File> | undefined;
  const reject = () => showFieldError(input, texts.type);
  const choose = () => {
    const [file] = input.files ?? [];
    const started = file && reducePicture(file);
    if (started) showFieldError(input);
    reduced = started;
    started?.catch(() => {
      if (reduced !== started) return;
      reduced = undefined;
      input.value = '';
      reject();
    });
  };
  choose();
  input.addEventListener('change', choose);
  guardSubmit(input, { prepare: () => reduced, onMissing: reject });
}
