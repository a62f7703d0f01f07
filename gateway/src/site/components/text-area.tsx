import type { VNode } from 'preact';

export type TextAreaProps = {
  name: string;
  label: string;
  value?: string | undefined;
  hint?: string;
  error?: string | undefined;
  maxLength: number;
  required?: boolean;
};

/** A field of several lines, for what is pasted as it is. */
export function TextArea({ name, label, value, hint, error, maxLength, required = false }: TextAreaProps): VNode {
  const id = `field-${name}`;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div class="field field-wide">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        maxLength={maxLength}
        required={required}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? 'true' : undefined}
        value={value}
      />
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
