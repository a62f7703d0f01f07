import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../../../locales/messages.ts';
import { type PhotoChoice, PhotoFields } from './photo-fields.tsx';
import type { CropTexts, ReduceTexts } from './script-texts.ts';

type PictureBoxPlaceProps = {
  locale: Locale;
  /** Whether the picture can be cropped and rotated. */
  crop: boolean;
  /** The address of the stored photo, to crop it again, and the revision of its CV. */
  photo: { address: string; revision: number } | undefined;
  /** What the owner chose in a photo form that was rejected. */
  chosen: PhotoChoice | undefined;
};

/** The place where a script prepares a picture for the upload. Without scripts, it has the fields of a photo. */
export function PictureBoxPlace({ locale, crop, photo, chosen }: PictureBoxPlaceProps): VNode {
  const { editor, text } = messagesFor(locale);
  const { anySize, faults, crop: cropTexts } = editor.pictures;
  const texts: ReduceTexts = { type: faults.type, anySize };
  if (!crop) return <div id="picture-box" data-texts={JSON.stringify(texts)} />;
  const state = text(cropTexts.state, { zoom: '{zoom}', turn: '{turn}' });
  const allTexts: CropTexts = { ...cropTexts, ...texts, state };
  return (
    <div
      id="picture-box"
      class="stack"
      data-croppable
      data-texts={JSON.stringify(allTexts)}
      data-photo={photo?.address}
    >
      <PhotoFields locale={locale} revision={photo?.revision} chosen={chosen} />
    </div>
  );
}
