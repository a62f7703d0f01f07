import type { VNode } from 'preact';
import { LabelledControl, type LabelledControlProps } from './labelled-control.tsx';

/** `lang` is the language of the text, if it is another one than that of the page. */
type Option = { value: string; text: string; lang?: string | undefined };
/** Choices under a heading. Without a label they have none. `lang` is as that of an option. */
export type OptionGroup = { label: string; lang?: string | undefined; options: readonly Option[] };

export type SelectProps = Omit<LabelledControlProps, 'children' | 'wide'> & {
  value: string;
} & ({ options: readonly Option[] } | { groups: readonly OptionGroup[] });

export function Select({ value, ...props }: SelectProps): VNode {
  const groups = 'groups' in props ? props.groups : [{ label: '', options: props.options }];
  return (
    <LabelledControl {...props}>
      {({ own, said }) => (
        <select {...own} {...said}>
          {groups.map((group) =>
            group.label === '' ? (
              group.options.map((option) => <Choice key={option.value} {...option} chosen={value} />)
            ) : (
              <optgroup key={group.label} label={group.label} lang={group.lang}>
                {group.options.map((option) => (
                  <Choice key={option.value} {...option} chosen={value} />
                ))}
              </optgroup>
            ),
          )}
        </select>
      )}
    </LabelledControl>
  );
}

function Choice({ value, text, lang, chosen }: Option & { chosen: string }): VNode {
  return (
    <option value={value} lang={lang} selected={value === chosen}>
      {text}
    </option>
  );
}
