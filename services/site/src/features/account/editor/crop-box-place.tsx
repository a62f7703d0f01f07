import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../../../locales/messages.ts';
import type { CropTexts } from './script-texts.ts';

/** The place where a script crops and rotates a photo. `photo` is the address of the stored photo, to crop it again. */
export function CropBoxPlace({ locale, photo }: { locale: Locale; photo: string | undefined }): VNode {
  const { editor, text } = messagesFor(locale);
  const { crop, faults } = editor.pictures;
  const texts: CropTexts = {
    ...crop,
    type: faults.type,
    tooLarge: faults.tooLarge,
    state: text(crop.state, { zoom: '{zoom}', turn: '{turn}' }),
  };
  return <div id="crop-box" class="stack" data-texts={JSON.stringify(texts)} data-photo={photo} />;
}
