import type { VNode } from 'preact';

/** Links to fields of the form on the page. */
export function FieldLinks({ fields }: { fields: readonly { name: string; label: string }[] }): VNode | null {
  if (fields.length === 0) return null;
  return (
    <ul class="plain-list">
      {fields.map(({ name, label }) => (
        <li key={name}>
          <a href={`#field-${name}`}>{label}</a>
        </li>
      ))}
    </ul>
  );
}
