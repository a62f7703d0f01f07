import type { VNode } from 'preact';

/** `lang` is the language of the text, if it is another one than that of the page. */
type Option = { value: string; text: string; lang?: string };
/** Choices under a heading. Without a label they have none. */
export type OptionGroup = { label: string; options: readonly Option[] };

export type SelectProps = {
  name: string;
  label: string;
  value: string;
  hint?: string;
  error?: string | undefined;
  /** Required if a page has several fields with this name. */
  id?: string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
} & ({ options: readonly Option[] } | { groups: readonly OptionGroup[] });

export function Select(props: SelectProps): VNode {
  const { name, label, value, hint, error, id = `field-${name}`, hideLabel = false } = props;
  const groups = 'groups' in props ? props.groups : [{ label: '', options: props.options }];
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id} class={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select id={id} name={name} aria-describedby={describedBy || undefined} aria-invalid={error ? 'true' : undefined}>
        {groups.map((group) =>
          group.label === '' ? (
            group.options.map((option) => <Choice key={option.value} {...option} chosen={value} />)
          ) : (
            <optgroup key={group.label} label={group.label}>
              {group.options.map((option) => (
                <Choice key={option.value} {...option} chosen={value} />
              ))}
            </optgroup>
          ),
        )}
      </select>
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

function Choice({ value, text, lang, chosen }: Option & { chosen: string }): VNode {
  return (
    <option value={value} lang={lang} selected={value === chosen}>
      {text}
    </option>
  );
}
