import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { Button, Field } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { messagesFor } from '../../locales/messages.ts';

/** What a page beside a CV knows of where it stands. */
export type PublicView = { locale: Locale; path: string };

const inLanguage =
  ({ path }: PublicView) =>
  (locale: Locale): string =>
    `${path}?locale=${locale}`;

/** The same for a CV that never was, that was deleted, and that is not published. */
export function MissingPage({ view }: { view: PublicView }): VNode {
  const { missing } = messagesFor(view.locale).cvPage;
  return (
    <Page locale={view.locale} title={missing.title} inLanguage={inLanguage(view)}>
      <div class="sheet stack">
        <h1>{missing.title}</h1>
        <p class="lead">{missing.lead}</p>
      </div>
    </Page>
  );
}

/** Why the password is asked for again. */
export type UnlockFailure = 'wrong' | 'expired' | { retryAfter: number };

export function LockedPage({ view, failure }: { view: PublicView; failure?: UnlockFailure | undefined }): VNode {
  const { cvPage, signIn } = messagesFor(view.locale);
  const { locked } = cvPage;
  return (
    <Page locale={view.locale} title={locked.title} inLanguage={inLanguage(view)}>
      <div class="sheet stack">
        <h1>{locked.title}</h1>
        <p class="lead">{locked.lead}</p>
        {typeof failure === 'object' && (
          <Notice kind="bad">{signIn.tooMany(Math.ceil(failure.retryAfter / 60))}</Notice>
        )}
        {failure === 'expired' && <Notice kind="bad">{signIn.expired}</Notice>}
        {/* Nobody is signed in by it, so there is no session whose token it could carry: the Origin is looked at. */}
        <form method="post" action={view.path} class="stack">
          <Field
            name="password"
            label={locked.password}
            type="password"
            autocomplete="current-password"
            error={failure === 'wrong' ? locked.wrong : undefined}
          />
          <Button>{locked.submit}</Button>
        </form>
      </div>
    </Page>
  );
}

/** Asks again by itself: its answer carries a Refresh header. */
export function WaitingPage({ view, again }: { view: PublicView; again: string }): VNode {
  const { waiting } = messagesFor(view.locale).cvPage;
  return (
    <Page locale={view.locale} title={waiting.title} inLanguage={() => again}>
      <div class="sheet stack">
        <h1>{waiting.title}</h1>
        <p class="lead" role="status">
          {waiting.lead}
        </p>
        <p>
          <a class="button button-secondary" href={again}>
            {waiting.again}
          </a>
        </p>
      </div>
    </Page>
  );
}

export function TooManyPage({ view, retryAfter }: { view: PublicView; retryAfter: number }): VNode {
  const { tooMany } = messagesFor(view.locale).cvPage;
  return (
    <Page locale={view.locale} title={tooMany.title} inLanguage={inLanguage(view)}>
      <div class="sheet stack">
        <h1>{tooMany.title}</h1>
        <p class="lead">{tooMany.lead(retryAfter)}</p>
      </div>
    </Page>
  );
}
