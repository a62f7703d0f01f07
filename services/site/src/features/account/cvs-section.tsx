import { PASSWORD_LENGTH } from '@vitae/accounts/credentials/password-policy';
import { isolateText } from '@vitae/kit/isolate-text';
import type { ComponentChildren, VNode } from 'preact';
import { Button, Field, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { passwordProblemMessage } from '../../components/password-section.tsx';
import { messagesFor } from '../../locales/messages.ts';
import type { AccountView } from './account-view.ts';
import type { CvProblem } from './cv-forms.ts';
import { FileLinks } from './file-links.tsx';
import type { OwnCv } from './own-cvs.ts';
import { AnonymizedAddress } from './sharing/anonymized-address.tsx';

export type CvsSectionProps = { view: AccountView; cvs: OwnCv[]; problem?: CvProblem | undefined };

/** Lists the owner's CVs with their addresses and visibility. */
export function CvsSection({ view, cvs, problem }: CvsSectionProps): VNode {
  const {
    account: { cvs: messages },
    newCv,
  } = messagesFor(view.locale);
  const problemOf = ({ id }: OwnCv) => (problem && 'cvId' in problem && problem.cvId === id ? problem : undefined);
  return (
    <section class="sheet stack" aria-labelledby="cvs">
      <h2 id="cvs">{messages.title}</h2>
      {problem?.reason === 'gone' && <Notice kind="bad">{newCv.gone}</Notice>}
      {cvs.length === 0 ? (
        <p>
          {messages.none} {newCv.none}
        </p>
      ) : (
        <ul class="row-list">
          {cvs.map((cv) => (
            <CvRow key={cv.id} view={view} cv={cv} cvs={cvs} problem={problemOf(cv)} />
          ))}
        </ul>
      )}
      <p>
        <a class="button button-primary" href="/account/cvs/new">
          {newCv.title}
        </a>
      </p>
    </section>
  );
}

type RowProblem = Extract<CvProblem, { cvId: number }>;
type CvRowProps = { view: AccountView; cv: OwnCv; problem: RowProblem | undefined };

function CvRow({ view, cv, cvs, problem }: CvRowProps & Pick<CvsSectionProps, 'cvs'>): VNode {
  const { cvs: messages } = messagesFor(view.locale).account;
  const title = cv.title || messages.untitled;
  const isTitleProblem = problem !== undefined && 'title' in problem;
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
      <div class="row-details row-links">
        <p class="muted pieces">
          {states.map((state) => (
            <span key={state}>{state}</span>
          ))}
        </p>
        {cv.publicUrl === '' && (
          <PostForm action={`/account/cvs/${cv.id}/publish`} sessionId={view.sessionId}>
            <Button kind="secondary" label={`${messages.publish}: ${isolateText(title)}`}>
              {messages.publish}
            </Button>
          </PostForm>
        )}
      </div>
      <dl class="addresses">
        {cv.publicUrl !== '' && (
          <Address
            name={messages.publicAddress}
            url={cv.publicUrl}
            open={messages.open}
            hint={cv.anonymized && <AnonymizedAddress view={view} cvId={cv.id} />}
          />
        )}
        <Address
          name={messages.privateLink}
          url={cv.privateUrl}
          open={messages.open}
          hint={<p class="field-hint">{cv.protected ? messages.protectedHint : messages.privateHint}</p>}
        />
      </dl>
      <Downloads view={view} cv={cv} title={title} />
      <div class="row-details">
        <Management view={view} cv={cv} cvs={cvs} problem={isTitleProblem ? problem : undefined} title={title} />
        <details open={problem !== undefined && !isTitleProblem}>
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

/** Links to files of the CV and to its page. */
function Downloads({ view, cv, title }: { view: AccountView; cv: OwnCv; title: string }): VNode {
  const { account, editor, newCv } = messagesFor(view.locale);
  return (
    <div class="stack-tight">
      <p class="row-details row-links">
        <a
          class="button button-secondary"
          href={`/account/cvs/${cv.id}/edit`}
          aria-label={`${editor.open}: ${isolateText(title)}`}
        >
          {editor.open}
        </a>
        <a href={cv.privateUrl} aria-label={`${newCv.preview}: ${isolateText(title)}`}>
          {newCv.preview}
        </a>
        <a href={`/account/cvs/${cv.id}/share`} aria-label={`${account.share.open}: ${isolateText(title)}`}>
          {account.share.open}
        </a>
      </p>
      <FileLinks view={view} cvId={cv.id} title={title} />
      {cv.anonymized && <p class="field-hint">{newCv.anonymizedFiles}</p>}
    </div>
  );
}

type ManagementProps = CvRowProps & Pick<CvsSectionProps, 'cvs'> & { title: string };

function Management({ view, cv, cvs, problem, title }: ManagementProps): VNode {
  const { editor, newCv, versions } = messagesFor(view.locale);
  const titled = (text: string) => `${text}: ${isolateText(title)}`;
  const action = (name: string) => `/account/cvs/${cv.id}/${name}`;
  const fault = problem && 'title' in problem ? problem : undefined;
  return (
    <details open={fault !== undefined}>
      <summary aria-label={titled(newCv.manage)}>{newCv.manage}</summary>
      <div class="stack-tight">
        <PostForm action={action('rename')} sessionId={view.sessionId} class="stack-tight">
          <Field
            id={`cv-${cv.id}-title`}
            name="title"
            label={newCv.questions.labels.title}
            autocomplete="off"
            value={fault ? fault.title : cv.title}
            error={fault && (fault.reason === 'unsaved' ? editor.expired : newCv.titleFaults[fault.reason])}
          />
          <Button kind="secondary" label={titled(newCv.rename)}>
            {newCv.rename}
          </Button>
        </PostForm>
        <div class="row-details">
          <PostForm action={action('copy')} sessionId={view.sessionId} once>
            <Button kind="secondary" label={titled(newCv.copy)}>
              {newCv.copy}
            </Button>
          </PostForm>
          <a class="button button-secondary" href={action('versions')} aria-label={titled(versions.title)}>
            {versions.title}
          </a>
          <a class="button button-secondary" href={action('delete')} aria-label={titled(newCv.deletion.open)}>
            {newCv.deletion.open}
          </a>
        </div>
        {!cv.main && (
          <PostForm action={action('main')} sessionId={view.sessionId} class="stack-tight">
            <p class="field-hint">{mainCvHint(view, cv, cvs)}</p>
            <Button kind="secondary" label={titled(newCv.makeMain)}>
              {newCv.makeMain}
            </Button>
          </PostForm>
        )}
      </div>
    </details>
  );
}

/** Describes which address will show which CV after this CV has become the main one. */
function mainCvHint(view: AccountView, cv: OwnCv, cvs: readonly OwnCv[]): string {
  const { account, newCv, text } = messagesFor(view.locale);
  const hints = newCv.mainHints;
  const current = cvs.find(({ main }) => main);
  const address = mainAddress(cvs);
  if (address === undefined) return hints.noAddress;
  const isShown = cv.publicUrl !== '';
  if (!current || current.publicUrl === '') return text(isShown ? hints.shows : hints.showsLater, { address });
  const title = current.title || account.cvs.untitled;
  return text(isShown ? hints.replaces : hints.replacesLater, { address, title });
}

/** The address of the main CV, undefined if no CV is published. The addresses of other CVs start with it. */
function mainAddress(cvs: readonly OwnCv[]): string | undefined {
  const published = cvs.find(({ publicUrl }) => publicUrl !== '');
  return published?.main ? published.publicUrl : published?.publicUrl.replace(/\/[^/]+$/, '');
}

type AddressProps = { name: string; url: string; open: string; hint: ComponentChildren };

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
        {hint}
      </dd>
    </div>
  );
}

function Switches({ view, cv }: { view: AccountView; cv: OwnCv }): VNode {
  const { cvs: messages } = messagesFor(view.locale).account;
  const button = (action: string, text: string) => (
    <PostForm action={`/account/cvs/${cv.id}/${action}`} sessionId={view.sessionId}>
      <Button kind="secondary">{text}</Button>
    </PostForm>
  );
  return (
    <div class="row-details">
      {cv.publicUrl !== '' && button('unpublish', messages.unpublish)}
      {cv.indexed ? button('unindex', messages.unindex) : button('index', messages.index)}
      {cv.anonymized ? button('identify', messages.identify) : button('anonymize', messages.anonymize)}
    </div>
  );
}

function Protection({ view, cv, problem }: CvRowProps): VNode {
  const {
    account: { cvs: messages },
    text,
  } = messagesFor(view.locale);
  const error =
    problem && !('title' in problem)
      ? passwordProblemMessage(view.locale, { field: 'next', reason: problem.reason })
      : undefined;
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
