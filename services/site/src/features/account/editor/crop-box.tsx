import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../../../locales/messages.ts';

const actions = ['left', 'right', 'in', 'out', 'reset'] as const;

/** Crops and rotates a photo in the browser. Hidden without scripts. */
export function CropBox({ locale }: { locale: Locale }): VNode {
  const { editor, text } = messagesFor(locale);
  const { crop, faults } = editor.pictures;
  return (
    <>
      <p
        id="crop-problem"
        class="field-error"
        role="alert"
        data-type={faults.type}
        data-too-large={faults.tooLarge}
        data-missing={crop.notLoaded}
      />
      <div id="crop" class="stack-tight" hidden>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: The arrow keys move the photo, also with a screen reader. */}
        <div class="crop-area" role="application" tabIndex={0} aria-label={crop.area} aria-describedby="crop-hint" />
        <p id="crop-hint" class="field-hint">
          {crop.hint}
        </p>
        <div class="pieces pieces-tight">
          {actions.map((action) => (
            <button key={action} type="button" class="button button-secondary" data-crop={action}>
              {crop[action]}
            </button>
          ))}
        </div>
        <p class="field-hint" role="status" data-state={text(crop.state, { zoom: '{zoom}', turn: '{turn}' })} />
      </div>
    </>
  );
}

/** Opens the stored photo, to crop it again. */
export function AdjustButton({ locale, photo }: { locale: Locale; photo: string }): VNode {
  return (
    <button type="button" id="crop-adjust" class="button button-secondary" data-photo={photo} hidden>
      {messagesFor(locale).editor.pictures.crop.adjust}
    </button>
  );
}
