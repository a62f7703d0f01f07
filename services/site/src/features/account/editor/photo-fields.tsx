import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { z } from 'zod';
import { Select } from '../../../components/select.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { NUMBER } from '../only-numbers.ts';
import type { PhotoAdjustment } from './own-pictures.ts';

const rotations = ['0', '270', '90', '180'] as const;
/** In percent. At 300, the three positions still cover the whole photo. */
const zooms = ['', '100', '125', '150', '200', '300'] as const;
const columns = { left: 0, middle: 0.5, right: 1 } as const;
const rows = { top: 0, middle: 0.5, bottom: 1 } as const;

const shape = {
  rotate: z.enum(rotations).default('0'),
  zoom: z.enum(zooms).default(''),
  across: z.enum(namesOf(columns)).default('middle'),
  down: z.enum(namesOf(rows)).default('middle'),
};
/** The fields of a form without scripts. The script of the photo replaces them. */
export const photoFields = {
  ...shape,
  /** The revision of the CV that has the shown photo. */
  revision: z.string().regex(NUMBER).transform(Number).optional(),
};
const choice = z.object(shape);
export type PhotoChoice = z.output<typeof choice>;

export function adjustmentOf({ rotate, zoom, across, down }: PhotoChoice): PhotoAdjustment {
  const crop = zoom === '' ? null : { zoom: Number(zoom), x: columns[across], y: rows[down] };
  return { rotation: Number(rotate), crop };
}

function namesOf<Name extends string>(positions: Record<Name, number>): Name[] {
  return Object.keys(positions) as Name[];
}

type PhotoFieldsProps = {
  locale: Locale;
  /** The revision of the CV if it has a photo. */
  revision: number | undefined;
  chosen?: PhotoChoice | undefined;
};

/** Rotates and crops a photo without scripts. */
export function PhotoFields({ locale, revision, chosen = choice.parse({}) }: PhotoFieldsProps): VNode {
  const { editor, text } = messagesFor(locale);
  const { adjust } = editor.pictures;
  const zoomText = (zoom: string) => (zoom === '100' ? adjust.shape : text(adjust.zoomed, { zoom: Number(zoom) }));
  const positions = (names: readonly (keyof typeof adjust.positions)[]) =>
    names.map((value) => ({ value, text: adjust.positions[value] }));
  return (
    <fieldset class="plain-fieldset stack">
      <legend>{adjust.title}</legend>
      <p class="field-hint">{revision === undefined ? adjust.ofNew : adjust.ofCurrent}</p>
      <Select
        name="rotate"
        label={adjust.rotate}
        value={chosen.rotate}
        options={rotations.map((value) => ({ value, text: adjust.rotations[value] }))}
      />
      <Select
        name="zoom"
        label={adjust.zoom}
        hint={adjust.zoomHint}
        value={chosen.zoom}
        options={zooms.map((value) => ({ value, text: value === '' ? adjust.whole : zoomText(value) }))}
      />
      <div class="field-row">
        <Select
          name="across"
          label={adjust.across}
          hint={adjust.positionHint}
          value={chosen.across}
          options={positions(namesOf(columns))}
        />
        <Select
          name="down"
          label={adjust.down}
          hint={adjust.positionHint}
          value={chosen.down}
          options={positions(namesOf(rows))}
        />
      </div>
      {revision !== undefined && <input type="hidden" name="revision" value={revision} />}
    </fieldset>
  );
}
