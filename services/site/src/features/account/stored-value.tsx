import type { ComponentChildren, VNode } from 'preact';
import { messagesFor } from '../../locales/messages.ts';
import type { AccountView } from './account-view.ts';

type StoredValueProps = {
  view: AccountView;
  /** The name of the field in the form. */
  name: string;
  label: string;
  /** The stored value, for the script that copies it into the field. If it is undefined, the server copies it. */
  value?: string | undefined;
  /** Another request removed the field, so that there is no value to use. */
  isRemoved?: boolean;
  /** Shows the stored value. */
  children: ComponentChildren;
};

/** What another request stored in a field, with a button that copies it into the field. */
export function StoredValue({ view, name, label, value, isRemoved = false, children }: StoredValueProps): VNode {
  const { conflict } = messagesFor(view.locale).editor;
  return (
    <div class="stored-text stack-tight">
      <p>
        <strong>{conflict.stored}</strong> <span class="visually-hidden">{label}</span>
      </p>
      {children}
      {!isRemoved && (
        <p>
          <button
            type="submit"
            class="button button-secondary"
            name="use"
            value={name}
            formAction={`${view.path}#field-${name}`}
            data-stored={value}
          >
            {conflict.use}
            <span class="visually-hidden">: {label}</span>
          </button>
        </p>
      )}
    </div>
  );
}
