import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { VNode } from 'preact';
import { PostForm } from '../../../components/form.tsx';
import { SubmitOrCancel } from '../../../components/submit-or-cancel.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { Frame } from '../account-frame.tsx';
import type { AccountView } from '../account-view.ts';
import { namePrefix, type Sharing } from './own-sharing.ts';
import { formerNamePath, sharePath } from './share-path.ts';

/** The former names of the owner in public addresses, each with a link to give it up. */
export function FormerNames({ view, cvId, names }: { view: AccountView; cvId: number; names: string[] }): VNode {
  const { former, release } = messagesFor(view.locale).share.userAddress;
  return (
    <div>
      <p class="copy-label" id="former-names">
        {former}
      </p>
      <ul class="plain-list" aria-labelledby="former-names">
        {names.map((name) => (
          <li key={name} class="pieces">
            <span>{name}</span>
            <a href={`${formerNamePath(cvId)}?name=${name}`} aria-label={`${release.open}: ${name}`}>
              {release.open}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export type FormerNamePageProps = { view: AccountView; owner: Owner; cvId: number; sharing: Sharing; name: string };

/** /account/cvs/{id}/share/former-name: asks for confirmation before the owner gives up a name. */
export function FormerNamePage({ view, owner, cvId, sharing, name }: FormerNamePageProps): VNode {
  const {
    share: {
      userAddress: { release },
    },
    text,
  } = messagesFor(view.locale);
  const title = text(release.title, { name });
  return (
    <Frame view={view} title={title} owner={owner} width="narrow" query={{ name }}>
      <div class="sheet stack">
        <h1>{title}</h1>
        <p>{text(release.warning, { address: `${namePrefix(sharing)}${name}` })}</p>
        <p>{text(release.kept, { address: `${namePrefix(sharing)}${sharing.userSlug}` })}</p>
        <PostForm action={formerNamePath(cvId)} sessionId={view.sessionId} carry={{ name }}>
          <SubmitOrCancel locale={view.locale} kind="danger" cancelPath={sharePath(cvId)}>
            {release.submit}
          </SubmitOrCancel>
        </PostForm>
      </div>
    </Frame>
  );
}
