import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { VNode } from 'preact';
import { PostForm } from '../../components/form.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { SubmitOrCancel } from '../../components/submit-or-cancel.tsx';
import { dateFormat } from '../../locales/date-format.ts';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import type { OwnVersion, OwnVersions, VersionComparison } from './cv-history.ts';
import { ErasurePage } from './editor/former-pictures.tsx';

type PageProps = { view: AccountView; owner: Owner; cvId: number; timeZone: string };

/** What happened, by the key of its message. */
export type VersionNotice = 'restored' | 'undone' | 'erased' | 'nothingToUndo' | 'gone' | 'changed';

export type VersionsPageProps = PageProps & { list: OwnVersions; notice?: VersionNotice | undefined };

/** /account/cvs/{id}/versions */
export function VersionsPage({ view, owner, cvId, timeZone, list, notice }: VersionsPageProps): VNode {
  const { account, editor, versions: messages } = messagesFor(view.locale);
  const isGood = notice === 'restored' || notice === 'undone' || notice === 'erased';
  return (
    <Frame view={{ ...view, path: versionsPath(cvId) }} title={messages.title} owner={owner}>
      <div class="stack-wide">
        <div class="stack-tight">
          <p>
            <a href="/account">{account.title}</a>
          </p>
          <h1>{messages.title}</h1>
          <p class="lead">
            <bdi>{list.title || account.cvs.untitled}</bdi>
          </p>
        </div>
        {notice && (
          <Notice kind={isGood ? 'good' : 'bad'}>
            {{ ...messages.notices, changed: account.cvs.conflict, erased: editor.done.erased }[notice]}
          </Notice>
        )}
        <section class="sheet stack" aria-label={messages.title}>
          <p>{list.versions.length === 0 ? messages.none : `${messages.lead} ${messages.pictures}`}</p>
          {list.versions.length > 0 && (
            <ul class="row-list">
              {list.versions.map((version) => (
                <VersionRow key={version.revision} {...{ view, cvId, timeZone, version }} />
              ))}
            </ul>
          )}
          {list.hasPictures && (
            <div class="stack-tight">
              <p class="field-hint">{messages.former.lead}</p>
              <p>
                <a class="button button-secondary" href={erasurePath(cvId)}>
                  {editor.pictures.former.open}
                </a>
              </p>
            </div>
          )}
        </section>
      </div>
    </Frame>
  );
}

/** Asks before all pictures that the CV no longer has are erased. */
export function VersionPicturesPage({ view, owner, cvId }: Omit<PageProps, 'timeZone'>): VNode {
  const { editor, versions } = messagesFor(view.locale);
  const paths = { path: erasurePath(cvId), cancelPath: versionsPath(cvId) };
  return <ErasurePage view={view} owner={owner} {...paths} {...editor.pictures.former} {...versions.former} />;
}

type RowProps = Pick<PageProps, 'view' | 'cvId' | 'timeZone'> & { version: OwnVersion };

function VersionRow({ view, cvId, timeZone, version }: RowProps): VNode {
  const { account, versions: messages } = messagesFor(view.locale);
  const { revision, at, title, current } = version;
  return (
    <li class="stack-tight">
      <p class="row-title">
        <strong>
          <Moment at={at} locale={view.locale} timeZone={timeZone} show="seconds" />
        </strong>
      </p>
      <p class="muted">
        <bdi>{title || account.cvs.untitled}</bdi>
      </p>
      <p>
        {current ? (
          messages.current
        ) : (
          <a href={`${versionsPath(cvId)}/${revision}`} aria-label={`${messages.view}: ${dateOf(view, timeZone, at)}`}>
            {messages.view}
          </a>
        )}
      </p>
    </li>
  );
}

export type VersionPageProps = PageProps & {
  versionRevision: number;
  comparison: VersionComparison;
  /** The rendered changes, "" if there are none. */
  changes: string;
};

/** /account/cvs/{id}/versions/{revision} */
export function VersionPage(props: VersionPageProps): VNode {
  const { view, owner, cvId, timeZone, versionRevision, comparison, changes } = props;
  const { at, photoChange } = comparison;
  const { account, editor, versions: messages, text } = messagesFor(view.locale);
  const title = text(messages.version.title, { date: dateOf(view, timeZone, at) });
  const isSame = changes === '' && !photoChange;
  return (
    <Frame view={view} title={title} owner={owner}>
      <div class="stack-wide">
        <div class="stack-tight">
          <p>
            <a href={versionsPath(cvId)}>{messages.title}</a>
          </p>
          <h1>{title}</h1>
          <p class="lead">
            <bdi>{comparison.cv.title || account.cvs.untitled}</bdi>
          </p>
        </div>
        <section class="sheet stack" aria-label={title}>
          <p>{isSame ? messages.version.same : messages.version.lead}</p>
          {photoChange && (
            <div class="stack-tight">
              <h2>{editor.pictures.photo}</h2>
              <p>{messages.photo[photoChange]}</p>
            </div>
          )}
          {['<del>', '<ins>'].some((mark) => changes.includes(mark)) && (
            <p class="field-hint">{messages.changes.marks}</p>
          )}
          {changes !== '' && <div class="stack" dangerouslySetInnerHTML={{ __html: changes }} />}
          {!isSame && (
            <>
              <p class="field-hint">{messages.version.unaffected}</p>
              <PostForm
                action={`${versionsPath(cvId)}/${versionRevision}/restore`}
                sessionId={view.sessionId}
                carry={{ revision: String(comparison.revision) }}
              >
                <SubmitOrCancel locale={view.locale} cancelPath={versionsPath(cvId)}>
                  {messages.version.submit}
                </SubmitOrCancel>
              </PostForm>
            </>
          )}
        </section>
      </div>
    </Frame>
  );
}

/** With seconds: an owner may save several versions in the same minute. */
function dateOf({ locale }: AccountView, timeZone: string, at: Date): string {
  return dateFormat(locale, timeZone, 'medium', 'medium').format(at);
}

export function versionsPath(cvId: number): string {
  return `/account/cvs/${cvId}/versions`;
}

const erasurePath = (cvId: number) => `${versionsPath(cvId)}/erase`;
