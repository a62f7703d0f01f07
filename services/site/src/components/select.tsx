import type { VNode } from 'preact';

export type SelectProps = {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; text: string }[];
  /** Required if a page has several fields with this name. */
  id?: string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
};

export function Select({ name, label, value, options, id = `field-${name}`, hideLabel = false }: SelectProps): VNode {
  return (
    <div class="field">
      <label for={id} class={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select id={id} name={name}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}
