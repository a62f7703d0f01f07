import type { VNode } from 'preact';

export type LabelProps = {
  name: string;
  /** Required if a page has several fields with this name. */
  id?: string;
  label: string;
  hint?: string;
  error?: string | undefined;
};

/** Attributes that connect the control with its label, error and hint. */
export type Tied = {
  own: { id: string; name: string };
  said: {
    'aria-describedby': string | undefined;
    'aria-invalid': 'true' | undefined;
    /** An invalid control has the focus, unless a notice precedes it. */
    autofocus: boolean;
  };
};

export type LabelledControlProps = LabelProps & {
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  wide?: boolean;
  children(tied: Tied): VNode;
};

/** A control below its label, hint and error, where a keyboard or a list of suggestions does not cover them. */
export function LabelledControl({
  name,
  id = `field-${name}`,
  label,
  hint,
  error,
  hideLabel = false,
  wide = false,
  children,
}: LabelledControlProps): VNode {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div class={wide ? 'field field-wide' : 'field'}>
      <label for={id} class={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children({
        own: { id, name },
        said: {
          'aria-describedby': describedBy || undefined,
          'aria-invalid': error ? 'true' : undefined,
          autofocus: Boolean(error),
        },
      })}
    </div>
  );
}
