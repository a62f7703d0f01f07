import type { VNode } from 'preact';
import { Copyable } from '../../../components/copyable.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import type { AccountView } from '../account-view.ts';

/** An address to copy, and as a QR code. */
export function ShareableAddress({
  view,
  id,
  label,
  url,
}: {
  view: AccountView;
  id: string;
  label: string;
  url: string;
}): VNode {
  const { common, share } = messagesFor(view.locale);
  return (
    <>
      <Copyable id={id} label={label} text={url} messages={common} />
      <details>
        <summary aria-label={`${share.qr}: ${label}`}>{share.qr}</summary>
        <QrCode text={url} label={`${share.qr}: ${label}`} />
      </details>
    </>
  );
}
