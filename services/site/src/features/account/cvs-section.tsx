import type { VNode } from 'preact';
import { PASSWORD_LENGTH } from '@vitae/accounts/credentials/password-hash';
import { Button, Field, PostForm } from '../../components/form.tsx';
import { catalogues } from '../../locales/catalogues.ts';
import type { AccountView } from './account-pages.tsx';
import type { CvProblem } from './cv-forms.ts';
import type { OwnCv } from './own-cvs.ts';

export type CvsSectionProps = { view: AccountView; cvs: OwnCv[]; problem?: CvProblem | undefined };

/** Where each CV is found, and by whom. */
export function CvsSection({ view, cvs, problem }: CvsSectionProps): VNode {
  const words = catalogues[view.locale].cvs;
  return (
    <section class="sheet stack" aria-labelledby="cvs">
      <h2 id="cvs">{words.title}</h2>
      {cvs.length === 0 ? (
        <p>{words.none}</p>
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
  const words = catalogues[view.locale].cvs;
  const title = cv.title || words.untitled;
  const states = [
    cv.publicUrl === '' ? words.unpublished : words.published,
    ...(cv.publicUrl === '' ? [] : [cv.indexed && !cv.protected ? words.indexed : words.unindexed]),
    ...(cv.protected ? [words.protected] : []),
    ...(cv.anonymized ? [words.anonymized] : []),
  ];
  return (
    <li class="stack-tight">
      <p class="row-title">
        <strong>{title}</strong> {cv.main && <span class="muted">{words.main}</span>}
      </p>
      <p class="muted pieces">
        {states.map((state) => (
          <span key={state}>{state}</span>
        ))}
      </p>
      <dl class="addresses">
        {cv.publicUrl !== '' && <Address name={words.publicAddress} url={cv.publicUrl} open={words.open} />}
        <Address name={words.privateLink} url={cv.privateUrl} open={words.open} hint={words.privateHint} />
      </dl>
      <div class="row-details">
        <details open={problem !== undefined}>
          <summary aria-label={`${words.settings}: ${title}`}>{words.settings}</summary>
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

/** To copy, one click selects it whole; to follow, there is a link. */
function Address({ name, url, open, hint }: AddressProps): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class="copyable">{url}</span>{' '}
        <a href={url} aria-label={`${open}: ${name}`}>
          {open}
        </a>
        {hint !== undefined && <p class="field-hint">{hint}</p>}
      </dd>
    </div>
  );
}

function Switches({ view, cv }: { view: AccountView; cv: OwnCv }): VNode {
  const words = catalogues[view.locale].cvs;
  const published = cv.publicUrl !== '';
  const button = (action: string, text: string) => (
    <PostForm action={`/account/cvs/${cv.id}/${action}`} sessionId={view.sessionId}>
      <Button kind="secondary">{text}</Button>
    </PostForm>
  );
  return (
    <div class="row-details">
      {published ? button('unpublish', words.unpublish) : button('publish', words.publish)}
      {cv.indexed ? button('unindex', words.unindex) : button('index', words.index)}
    </div>
  );
}

function Protection({ view, cv, problem }: CvRowProps): VNode {
  const { cvs: words, password } = catalogues[view.locale];
  const error =
    problem &&
    (problem.reason === 'tooShort' ? password.tooShort(PASSWORD_LENGTH.min) : password.tooLong(PASSWORD_LENGTH.max));
  return (
    <>
      <PostForm action={`/account/cvs/${cv.id}/protect`} sessionId={view.sessionId} class="stack-tight">
        <Field
          id={`cv-${cv.id}-password`}
          name="password"
          type="password"
          label={words.password}
          autocomplete="off"
          hint={words.passwordHint(PASSWORD_LENGTH.min)}
          error={error}
        />
        <Button kind="secondary">{cv.protected ? words.changePassword : words.protect}</Button>
      </PostForm>
      {cv.protected && (
        <PostForm action={`/account/cvs/${cv.id}/unprotect`} sessionId={view.sessionId}>
          <Button kind="secondary">{words.removePassword}</Button>
        </PostForm>
      )}
    </>
  );
}
