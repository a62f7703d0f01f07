import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../locales/messages.ts';
import { Button, type ButtonProps } from './form.tsx';

type SubmitOrCancelProps = Pick<ButtonProps, 'kind' | 'children'> & { locale: Locale; cancelPath: string };

/** The end of a form that confirms an action: a button, and a link that leaves the page. */
export function SubmitOrCancel({ locale, cancelPath, ...button }: SubmitOrCancelProps): VNode {
  return (
    <div class="choice">
      <Button {...button} />
      <a class="button button-secondary" href={cancelPath}>
        {messagesFor(locale).common.cancel}
      </a>
    </div>
  );
}
