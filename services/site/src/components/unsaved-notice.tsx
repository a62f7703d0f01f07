import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../locales/messages.ts';
import type { Keeping } from '../sessions/kept-form.ts';
import { Notice } from './notice.tsx';
import type { SignInFailure } from './sign-in-form.tsx';

type UnsavedNoticeProps = { locale: Locale; keeping: Keeping; failure: SignInFailure | undefined };

/** Tells visitors whose session has ended what happens to the form that they submitted. */
export function UnsavedNotice({ locale, keeping: { kept, omitted }, failure }: UnsavedNoticeProps): VNode | null {
  const { signIn } = messagesFor(locale);
  const unsaved = omitted ?? (kept !== undefined ? 'kept' : undefined);
  if (!unsaved) return null;
  const messages = { kept: signIn.kept, tooLarge: signIn.keptTooLarge, file: signIn.keptWithoutFile };
  return (
    <Notice kind="bad" standing={failureBeside({ kept, omitted }, failure) !== undefined}>
      {messages[unsaved]}
    </Notice>
  );
}

/** The failure that the sign-in form shows. The notice says itself that the visitor is no longer signed in. */
export function failureBeside({ kept, omitted }: Keeping, failure: SignInFailure | undefined) {
  const isSaid = failure?.reason === 'expired' && (kept !== undefined || omitted !== undefined);
  return isSaid ? undefined : failure;
}
