import { PASSWORD_LENGTH } from '@vitae/accounts/credentials/password-policy';
import { isolateText } from '@vitae/kit/isolate-text';
import type { VNode } from 'preact';
import { Button, Field, PostForm } from '../../components/form.tsx';
import { passwordProblemMessage } from '../../components/password-section.tsx';
import { messagesFor } from '../../locales/messages.ts';
import type { AccountView } from './account-view.ts';
import type { CvProblem } from './cv-forms.ts';
import type { OwnCv } from './own-cvs.ts';

export type CvsSectionProps = { view: AccountView; cvs: OwnCv[]; problem?: CvProblem | undefined };

/** Lists the owner's CVs with their addresses and visibility. */
export function CvsSection({ view, cvs, problem }: CvsSectionProps): VNode {
  const { cvs: messages } = messagesFor(view.locale).account;
  return (
    <section class="sheet stack" aria-labelledby="cvs">
      <h2 id="cvs">{messages.title}</h2>
      {cvs.length === 0 ? (
        <p>{messages.none}</p>
      ) : (
        <ul class="row-list">
          {cvs.map((cv) => (
            <CvRow key={cv.id} view={view} cv={cv} problem={problem?.cvId === cv.id ? problem : undefined} />
          ))}
        </ul>
      )}
    </section>
  );
}

type CvRowProps = { view: AccountView; cv: OwnCv; problem: CvProblem | undefined };

function CvRow({ view, cv, problem }: CvRowProps): VNode {
  const { cvs: messages } = messagesFor(view.locale).account;
  const title = cv.title || messages.untitled;
  const states = [
    cv.publicUrl === '' ? messages.unpublished : messages.published,
    ...(cv.publicUrl === '' ? [] : [cv.indexed && !cv.protected ? messages.indexed : messages.unindexed]),
    ...(cv.protected ? [messages.protected] : []),
    ...(cv.anonymized ? [messages.anonymized] : []),
  ];
  return (
    <li class="stack-tight">
      <p class="row-title">
        <strong>{title}</strong> {cv.main && <span class="muted">{messages.main}</span>}
      </p>
      <p class="muted pieces">
        {states.map((state) => (
          <span key={state}>{state}</span>
        ))}
      </p>
      <dl class="addresses">
        {cv.publicUrl !== '' && <Address name={messages.publicAddress} url={cv.publicUrl} open={messages.open} />}
        <Address name={messages.privateLink} url={cv.privateUrl} open={messages.open} hint={messages.privateHint} />
      </dl>
      <div class="row-details">
        <details open={problem !== undefined}>
          <summary aria-label={`${messages.settings}: ${isolateText(title)}`}>{messages.settings}</summary>
          <div class="stack-tight">
            <Switches view={view} cv={cv} />
            <Protection view={view} cv={cv} problem={problem} />
          </div>
        </details>
      </div>
    </li>
  );
}

type AddressProps = { name: string; url: string; open: string; hint?: string };

/** A URL that one click selects, with a link that opens it. */
function Address({ name, url, open, hint }: AddressProps): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class="copyable">{url}</span>{' '}
        <a href={url} aria-label={`${open}: ${isolateText(name)}`}>
          {open}
        </a>
        {hint !== undefined && <p class="field-hint">{hint}</p>}
      </dd>
    </div>
  );
}

function Switches({ view, cv }: { view: AccountView; cv: OwnCv }): VNode {
  const { cvs: messages } = messagesFor(view.locale).account;
  const published = cv.publicUrl !== '';
  const button = (action: string, text: string) => (
    <PostForm action={`/account/cvs/${cv.id}/${action}`} sessionId={view.sessionId}>
      <Button kind="secondary">{text}</Button>
    </PostForm>
  );
  return (
    <div class="row-details">
      {published ? button('unpublish', messages.unpublish) : button('publish', messages.publish)}
      {cv.indexed ? button('unindex', messages.unindex) : button('index', messages.index)}
    </div>
  );
}

function Protection({ view, cv, problem }: CvRowProps): VNode {
  const {
    account: { cvs: messages },
    text,
  } = messagesFor(view.locale);
  const error = problem && passwordProblemMessage(view.locale, { field: 'next', reason: problem.reason });
  return (
    <>
      <PostForm action={`/account/cvs/${cv.id}/protect`} sessionId={view.sessionId} class="stack-tight">
        <Field
          id={`cv-${cv.id}-password`}
          name="password"
          type="password"
          label={messages.password}
          autocomplete="off"
          hint={text(messages.passwordHint, { min: PASSWORD_LENGTH.min })}
          error={error}
        />
        <Button kind="secondary">{cv.protected ? messages.changePassword : messages.protect}</Button>
      </PostForm>
      {cv.protected && (
        <PostForm action={`/account/cvs/${cv.id}/unprotect`} sessionId={view.sessionId}>
          <Button kind="secondary">{messages.removePassword}</Button>
        </PostForm>
      )}
    </>
  );
}
