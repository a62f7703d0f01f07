import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { Button, Field } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { tooManyAttempts } from '../../components/sign-in-form.tsx';
import { messagesFor } from '../../locales/messages.ts';

/** The properties of every page that replaces a CV: it is missing, locked, still being rendered or requested too often. */
export type PublicView = { locale: Locale; path: string };

const inLanguage =
  ({ path }: PublicView) =>
  (locale: Locale): string =>
    `${path}?locale=${locale}`;

/** The same page for unknown, deleted and unpublished CVs, so that visitors cannot tell them apart. */
export function MissingPage({ view }: { view: PublicView }): VNode {
  const { missing } = messagesFor(view.locale).publicCvs;
  return (
    <Page locale={view.locale} title={missing.title} inLanguage={inLanguage(view)}>
      <div class="sheet stack">
        <h1>{missing.title}</h1>
        <p class="lead">{missing.lead}</p>
      </div>
    </Page>
  );
}

/** Why the password form is shown again after an attempt. */
export type UnlockFailure = 'wrong' | 'expired' | { retryAfter: number };

export function LockedPage({ view, failure }: { view: PublicView; failure?: UnlockFailure | undefined }): VNode {
  const {
    publicCvs: { locked },
    signIn,
  } = messagesFor(view.locale);
  return (
    <Page locale={view.locale} title={locked.title} inLanguage={inLanguage(view)}>
      <div class="sheet stack">
        <h1>{locked.title}</h1>
        <p class="lead">{locked.lead}</p>
        {typeof failure === 'object' && <Notice kind="bad">{tooManyAttempts(view.locale, failure.retryAfter)}</Notice>}
        {failure === 'expired' && <Notice kind="bad">{signIn.expired}</Notice>}
        {/* Visitors have no session and therefore no CSRF token; the Origin header is checked instead. */}
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

/** The paths of a file and of the page of its CV. */
export type FilePaths = { file: string; cv: string };

/** The response has a Refresh header, so the browser reloads the page automatically. */
export function WaitingPage({ view, paths }: { view: PublicView; paths: FilePaths }): VNode {
  const { waiting } = messagesFor(view.locale).publicCvs;
  return (
    <Page locale={view.locale} title={waiting.title} inLanguage={() => paths.file}>
      <div class="sheet stack">
        <h1>{waiting.title}</h1>
        <p class="lead" role="status">
          {waiting.lead}
        </p>
        <p>
          <a class="button button-secondary" href={paths.file}>
            {waiting.again}
          </a>
        </p>
        <p>
          <a href={paths.cv}>{waiting.back}</a>
        </p>
      </div>
    </Page>
  );
}

export function TooManyPage({ view, retryAfter }: { view: PublicView; retryAfter: number }): VNode {
  const {
    publicCvs: { tooMany },
    text,
  } = messagesFor(view.locale);
  return (
    <Page locale={view.locale} title={tooMany.title} inLanguage={inLanguage(view)}>
      <div class="sheet stack">
        <h1>{tooMany.title}</h1>
        <p class="lead">{text(tooMany.lead, { seconds: retryAfter })}</p>
      </div>
    </Page>
  );
}
