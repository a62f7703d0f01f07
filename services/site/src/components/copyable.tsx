import type { VNode } from 'preact';

export type CopyableProps = {
  id: string;
  /** Heading above the value. */
  label: string;
  text: string;
  messages: { copy: string; copied: string };
};

/** A value to copy: one click selects it, and with JavaScript a button copies it. */
export function Copyable({ id, label, text, messages }: CopyableProps): VNode {
  return (
    <div class="copy-row">
      <p class="copy-label" id={`${id}-label`}>
        {label}
      </p>
      <code class="command" id={id}>
        {text}
      </code>
      <button
        type="button"
        hidden
        class="button button-secondary"
        id={`${id}-copy`}
        aria-labelledby={`${id}-copy ${id}-label`}
        data-copy={id}
        data-copied={messages.copied}
        aria-live="polite"
      >
        {messages.copy}
      </button>
    </div>
  );
}
