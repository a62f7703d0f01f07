import type { ComponentChildren, VNode } from 'preact';
import { CSRF_FIELD, csrfToken } from '../sessions/csrf.ts';

export type FormProps = {
  action: string;
  sessionId: string;
  /** Hidden fields. */
  carry?: Record<string, string | undefined>;
  class?: string;
  children: ComponentChildren;
};

/** A form that is posted, with the session's token. */
export function PostForm({ action, sessionId, carry = {}, class: className, children }: FormProps): VNode {
  return (
    <form method="post" action={action} class={className}>
      <input type="hidden" name={CSRF_FIELD} value={csrfToken(sessionId)} />
      {Object.entries(carry).map(
        ([name, value]) => value !== undefined && <input type="hidden" key={name} name={name} value={value} />,
      )}
      {children}
    </form>
  );
}

export type FieldProps = {
  name: string;
  /** Of its own where a page has several fields of one name. */
  id?: string;
  label: string;
  type?: 'text' | 'password';
  autocomplete: string;
  value?: string | undefined;
  hint?: string;
  error?: string | undefined;
};

export function Field({
  name,
  id = `field-${name}`,
  label,
  type = 'text',
  autocomplete,
  value,
  hint,
  error,
}: FieldProps): VNode {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name,
    autocomplete,
    autocapitalize: 'none',
    spellcheck: false,
    maxLength: 300,
    required: true,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? 'true' : undefined,
  } as const;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {type === 'password' ? (
        <input type="password" {...attributes} />
      ) : (
        <input type="text" {...attributes} value={value} />
      )}
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

export type ButtonProps = {
  kind?: 'primary' | 'secondary' | 'danger' | 'quiet';
  name?: string;
  value?: string;
  /** Says more than the text, such as which of several rows is meant. */
  label?: string | undefined;
  children: ComponentChildren;
};

export function Button({ kind = 'primary', name, value, label, children }: ButtonProps): VNode {
  return (
    <button type="submit" class={`button button-${kind}`} name={name} value={value} aria-label={label}>
      {children}
    </button>
  );
}
