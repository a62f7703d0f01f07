import type { VNode } from 'preact';
import { LabelledControl, type LabelProps } from './labelled-control.tsx';

export type TextAreaProps = LabelProps & { value?: string | undefined; maxLength?: number; required?: boolean };

/** A multi-line field for pasted text. */
export function TextArea({ value, maxLength, required = false, ...labelled }: TextAreaProps): VNode {
  return (
    <LabelledControl {...labelled} wide>
      {({ own, said }) => (
        <textarea
          {...own}
          maxLength={maxLength}
          required={required}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          {...said}
          value={value}
        />
      )}
    </LabelledControl>
  );
}
