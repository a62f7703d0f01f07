import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../locales/messages.ts';
import type { Keeping } from '../sessions/kept-form.ts';
import { Notice } from './notice.tsx';
import type { SignInFailure } from './sign-in-form.tsx';

type UnsavedNoticeProps = {
  locale: Locale;
  keeping: Keeping;
  failure: SignInFailure | undefined;
  /** The account that is signed in, if the form belongs to another one. */
  current?: string | undefined;
};

/** Tells visitors who are not signed in to the account of the form that they submitted what happens to it. */
export function UnsavedNotice(props: UnsavedNoticeProps): VNode | null {
  const {
    locale,
    keeping: { kept, omitted },
    failure,
    current,
  } = props;
  const { signIn, text } = messagesFor(locale);
  const unsaved = omitted ?? (kept !== undefined ? 'kept' : undefined);
  if (!unsaved) return null;
  const ended = { kept: signIn.kept, tooLarge: signIn.keptTooLarge, file: signIn.keptWithoutFile };
  const ofOther = { ...ended, kept: signIn.keptOfOther, tooLarge: signIn.keptOfOtherTooLarge };
  const message = current === undefined ? ended[unsaved] : text(ofOther[unsaved], { current });
  return (
    <Notice kind="bad" standing={failureBeside({ kept, omitted }, failure) !== undefined}>
      {message}
    </Notice>
  );
}

/** The failure that the sign-in form shows. The notice says itself that the visitor is no longer signed in. */
export function failureBeside({ kept, omitted }: Keeping, failure: SignInFailure | undefined) {
  const isSaid = failure?.reason === 'expired' && (kept !== undefined || omitted !== undefined);
  return isSaid ? undefined : failure;
}
