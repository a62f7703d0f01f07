import type { VNode } from 'preact';
import { messagesFor } from '../../../locales/messages.ts';
import type { AccountView } from '../account-view.ts';
import { sharePath } from './share-path.ts';

/** A public address contains the name that the owner has in addresses, also if the CV is anonymized. */
export function AnonymizedAddress({ view, cvId }: { view: AccountView; cvId: number }): VNode {
  const { share } = messagesFor(view.locale);
  return (
    <p class="field-hint">
      {share.anonymizedAddress} <a href={`${sharePath(cvId)}#links`}>{share.anonymizedInstead}</a>
    </p>
  );
}
