import type { VNode } from 'preact';

export type SelectProps = {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; text: string }[];
  /** Where the name alone would stand twice on a page. */
  id?: string;
  /** Says the label to those who cannot see where the field stands, and shows it to nobody. */
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
