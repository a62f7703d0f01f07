import { render } from 'preact';
import type { CropTexts, ReduceTexts } from '../../features/account/editor/script-texts.ts';
import { CropBox } from './crop-box.tsx';
import { reduceBeforeUpload } from './reduce-before-upload.ts';

/** Lets the form of a picture reduce it before the upload. The form of a photo also crops and rotates it. */
export function startPictureForm(): void {
  const root = document.querySelector<HTMLElement>('#picture-box');
  const input = root?.closest('form')?.querySelector<HTMLInputElement>('input[type=file]');
  if (!root || !input) return;
  const { texts: json = '{}', photo, croppable } = root.dataset;
  const texts = JSON.parse(json) as ReduceTexts;
  // Uploads without this script are limited in size.
  const hint = document.getElementById(`${input.id}-hint`);
  if (hint) hint.textContent = texts.anySize;
  if (croppable === undefined) {
    reduceBeforeUpload(input, texts);
    return;
  }
  // Preact keeps what is in the element.
  root.replaceChildren();
  render(<CropBox input={input} texts={texts as CropTexts} photo={photo} />, root);
}
