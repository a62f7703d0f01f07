import type { VNode } from 'preact';

export type CopyableProps = {
  id: string;
  /** What it is, above it. */
  label: string;
  text: string;
  words: { copy: string; copied: string };
};

/** Something to take away: one click selects it whole, and where there is script a button copies it. */
export function Copyable({ id, label, text, words }: CopyableProps): VNode {
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
        data-copied={words.copied}
        aria-live="polite"
      >
        {words.copy}
      </button>
    </div>
  );
}
