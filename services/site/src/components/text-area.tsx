import type { VNode } from 'preact';
import { LabelledControl, type LabelProps } from './labelled-control.tsx';

export type TextAreaProps = LabelProps & { value?: string | undefined; required?: boolean };

/** A multi-line field for pasted text. */
export function TextArea({ value, required = false, ...labelled }: TextAreaProps): VNode {
  return (
    <LabelledControl {...labelled} wide>
      {({ own, said }) => (
        <textarea
          {...own}
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
