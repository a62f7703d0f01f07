import { render } from 'preact';
import { CropBox } from './crop-box.tsx';

/** Adds the crop box to the form of a photo. */
export function startCrop(): void {
  const root = document.querySelector<HTMLElement>('#crop-box');
  const input = root?.closest('form')?.querySelector<HTMLInputElement>('input[type=file]');
  if (!root || !input) return;
  const { texts = '{}', photo } = root.dataset;
  render(<CropBox input={input} texts={JSON.parse(texts)} photo={photo} />, root);
}
