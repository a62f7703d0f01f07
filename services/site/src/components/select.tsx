import type { VNode } from 'preact';
import { LabelledControl, type LabelledControlProps } from './labelled-control.tsx';

/** `lang` is the language of the text, if it is another one than that of the page. */
export type SelectOption = { value: string; text: string; lang?: string | undefined };

export type SelectProps = Omit<LabelledControlProps, 'children' | 'wide'> & {
  value: string;
  options: readonly SelectOption[];
  autocomplete?: string | undefined;
};

export function Select({ value, options, autocomplete, ...props }: SelectProps): VNode {
  return (
    <LabelledControl {...props}>
      {({ own, said }) => (
        <select {...own} {...said} autocomplete={autocomplete}>
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang} selected={option.value === value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </LabelledControl>
  );
}
