import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../../../locales/messages.ts';
import type { CropTexts, ReduceTexts } from './script-texts.ts';

type PictureBoxPlaceProps = {
  locale: Locale;
  /** Whether the picture can be cropped and rotated. */
  crop: boolean;
  /** The address of the stored photo, to crop it again. */
  photo: string | undefined;
};

/** The place where a script prepares a picture for the upload. */
export function PictureBoxPlace({ locale, crop, photo }: PictureBoxPlaceProps): VNode {
  const { editor, text } = messagesFor(locale);
  const { anySize, faults, crop: cropTexts } = editor.pictures;
  const texts: ReduceTexts = { type: faults.type, anySize };
  if (!crop) return <div id="picture-box" data-texts={JSON.stringify(texts)} />;
  const state = text(cropTexts.state, { zoom: '{zoom}', turn: '{turn}' });
  const allTexts: CropTexts = { ...cropTexts, ...texts, state };
  return <div id="picture-box" class="stack" data-croppable data-texts={JSON.stringify(allTexts)} data-photo={photo} />;
}
