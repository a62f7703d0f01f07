import { randomUUID } from 'node:crypto';
import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { CSRF_FIELD, ONCE_FIELD, OWNER_FIELD, type SecretField } from '../layout/form.ts';
import { csrfToken } from '../sessions/csrf.ts';
import { LabelledControl, type LabelProps } from './labelled-control.tsx';

export type FormProps = {
  action: string;
  sessionId: string;
  /** Hidden fields. */
  carry?: Record<string, string | undefined>;
  /** Adds a one-time token, for forms that create something: the given one, or a new one. */
  once?: boolean | string | undefined;
  /** For forms with a file. */
  multipart?: boolean;
  class?: string;
  /** Texts for the script that saves the form. */
  autosave?: object;
  /** Whether the owner chooses values and types no text, so that the preview need not wait for a pause. */
  choices?: boolean;
  children: ComponentChildren;
};

/** The id of the CV owner or administrator whose page contains the forms, undefined on other pages. */
export const FormOwner = createContext<number | undefined>(undefined);

/** A POST form with the CSRF token of the session. */
export function PostForm(props: FormProps): VNode {
  const { action, sessionId, carry = {}, once, multipart, class: className, autosave, choices, children } = props;
  const ownerId = useContext(FormOwner);
  return (
    <form
      method="post"
      action={action}
      // After “Back”, browsers would fill in what was typed before, although the hidden fields describe newer values.
      autocomplete={autosave || Object.keys(carry).length > 0 ? 'off' : undefined}
      enctype={multipart ? 'multipart/form-data' : undefined}
      class={className}
      data-autosave={autosave && JSON.stringify(autosave)}
      data-choices={choices}
    >
      <input type="hidden" name={CSRF_FIELD} value={csrfToken(sessionId)} />
      {ownerId !== undefined && <input type="hidden" name={OWNER_FIELD} value={ownerId} />}
      {once && <input type="hidden" name={ONCE_FIELD} value={once === true ? randomUUID() : once} />}
      {Object.entries(carry).map(
        ([name, value]) => value !== undefined && <input type="hidden" key={name} name={name} value={value} />,
      )}
      {children}
    </form>
  );
}

export type FieldProps = LabelProps &
  ({ type?: 'text' } | { type: 'password'; name: SecretField }) & {
    /** The keyboard of phones. */
    inputMode?: 'email' | 'tel';
    optional?: boolean;
    autocomplete: string;
    value?: string | undefined;
  };

export function Field({
  type = 'text',
  inputMode,
  optional = false,
  autocomplete,
  value,
  ...labelled
}: FieldProps): VNode {
  return (
    <LabelledControl {...labelled}>
      {({ own, said }) => {
        const attributes = {
          ...own,
          autocomplete,
          autocapitalize: 'none',
          spellcheck: false,
          required: !optional,
          ...said,
        } as const;
        return type === 'password' ? (
          <input type="password" {...attributes} />
        ) : (
          <input type="text" inputMode={inputMode} {...attributes} value={value} />
        );
      }}
    </LabelledControl>
  );
}

export type ButtonProps = {
  kind?: 'primary' | 'secondary' | 'danger' | 'quiet';
  name?: string;
  value?: string;
  /** A more specific label for screen readers, for example with the name of the row. */
  label?: string | undefined;
  hidden?: boolean;
  children: ComponentChildren;
};

export function Button({ kind = 'primary', name, value, label, hidden, children }: ButtonProps): VNode {
  return (
    <button type="submit" class={`button button-${kind}`} name={name} value={value} aria-label={label} hidden={hidden}>
      {children}
    </button>
  );
}
