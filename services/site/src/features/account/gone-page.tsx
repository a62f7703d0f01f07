import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { VNode } from 'preact';
import { Button, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import type { DeletedCv } from './cv-history.ts';
import { restorableUntil } from './deleted-cvs-section.tsx';
import type { TypedText } from './typed-texts.ts';

type GonePageProps = {
  view: AccountView;
  owner: Owner;
  /** The CV, if the owner can restore it. */
  deleted: DeletedCv | undefined;
  timeZone: string;
  retentionDays: number;
  typed: readonly TypedText[];
  /** The encrypted form, undefined if it is too large. */
  kept: string | undefined;
};

/** Repeats what an owner typed into a form of a CV that was deleted in the meantime. */
export function GonePage({ view, owner, deleted, timeZone, retentionDays, typed, kept }: GonePageProps): VNode {
  const { account, versions, text } = messagesFor(view.locale);
  const { gone, deleted: messages } = versions;
  const title = deleted?.title || account.cvs.untitled;
  return (
    <Frame view={view} title={gone.title} owner={owner}>
      <div class="stack-wide">
        <h1>{gone.title}</h1>
        <Notice kind="bad">{deleted ? gone.lead : kept === undefined ? gone.finalTooLarge : gone.final}</Notice>
        {deleted && (
          <section class="sheet stack" aria-labelledby="restore">
            <h2 id="restore">
              <bdi>{title}</bdi>
            </h2>
            <p>{kept === undefined ? gone.tooLarge : gone.restoreLead}</p>
            <p class="muted">
              {text(messages.until, { date: restorableUntil(view.locale, timeZone, deleted, retentionDays) })}
            </p>
            {kept !== undefined && (
              <PostForm action={`/account/cvs/${deleted.id}/restore`} sessionId={view.sessionId} carry={{ kept }}>
                <Button>{gone.restore}</Button>
              </PostForm>
            )}
          </section>
        )}
        <TypedTexts view={view} typed={typed} />
        <p>
          <a href="/account">{account.title}</a>
        </p>
      </div>
    </Frame>
  );
}

type AccountGonePageProps = {
  view: AccountView;
  typed: readonly TypedText[];
  /** The form is too large to be repeated. */
  isTooLarge: boolean;
};

/** Repeats what an owner typed into a form after the account was deleted. */
export function AccountGonePage({ view, typed, isTooLarge }: AccountGonePageProps): VNode {
  const { gone } = messagesFor(view.locale).account;
  const lead = isTooLarge ? gone.leadTooLarge : typed.length > 0 ? gone.lead : gone.leadWithoutText;
  return (
    <Frame view={view} title={gone.title}>
      <div class="stack-wide">
        <h1>{gone.title}</h1>
        <Notice kind="bad">{lead}</Notice>
        <TypedTexts view={view} typed={typed} />
      </div>
    </Frame>
  );
}

function TypedTexts({ view, typed }: { view: AccountView; typed: readonly TypedText[] }): VNode | null {
  const { gone } = messagesFor(view.locale).versions;
  if (typed.length === 0) return null;
  return (
    <section class="sheet stack" aria-labelledby="typed">
      <h2 id="typed">{gone.typed}</h2>
      <TypedList typed={typed} />
    </section>
  );
}

export function TypedList({ typed }: { typed: readonly TypedText[] }): VNode {
  return (
    <dl class="typed-texts">
      {typed.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class="stored-lines" dir="auto">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
