import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { Comment } from '@vitae/proto/comment';
import type { VNode } from 'preact';
import { Moment } from '../../components/moment.tsx';
import { PageSteps } from '../../components/paged-list.tsx';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import type { CommentList } from './own-records.ts';

export type CommentsPageProps = {
  view: AccountView;
  owner: Owner;
  /** The name of the owner's company. */
  company: string;
  timeZone: string;
  list: CommentList;
  isFirst: boolean;
};

/** /account/comments */
export function CommentsPage(props: CommentsPageProps): VNode {
  const { view, owner, list, isFirst } = props;
  const { comments: messages, common } = messagesFor(view.locale);
  return (
    <Frame view={view} title={messages.title} owner={owner}>
      <div class="stack-wide">
        <div class="stack-tight">
          <h1>{messages.title}</h1>
          <p class="lead">{messages.lead}</p>
        </div>
        <section class="sheet stack" aria-label={messages.title}>
          {list.comments.length === 0 ? (
            <p>{messages.none}</p>
          ) : (
            <ul class="row-list">
              {list.comments.map((comment) => (
                <CommentRow key={comment.id} {...props} comment={comment} />
              ))}
            </ul>
          )}
          <PageSteps path={view.path} choice={{}} messages={common} next={list.next} isFirst={isFirst} />
        </section>
      </div>
    </Frame>
  );
}

function CommentRow({ view, company, timeZone, comment }: CommentsPageProps & { comment: Comment }): VNode {
  const { comments: messages } = messagesFor(view.locale);
  const created = timeOf(comment.created);
  const updated = timeOf(comment.updated);
  return (
    <li class="stack-tight">
      <p class="pieces">
        <strong>
          <bdi>{authorName(comment, company) || messages.formerAuthor}</bdi>
        </strong>
        <span class="muted">
          <Moment at={created} locale={view.locale} timeZone={timeZone} />
        </span>
        {updated > created && (
          <span class="muted">
            {messages.updated} <Moment at={updated} locale={view.locale} timeZone={timeZone} />
          </span>
        )}
      </p>
      <p class="written-text" dir="auto">
        {comment.text}
      </p>
    </li>
  );
}

/** Returns "" for a deleted author. For the company, services store the email address of an administrator. */
function authorName({ author }: Comment, company: string): string {
  const { id, username, firstname, lastname } = author;
  if (id === 0) return username && company;
  return `${firstname} ${lastname}`.trim() || username;
}

/** `YYYY-MM-DDThh:mm:ss+0000` */
function timeOf(text: string): Date {
  return new Date(text.replace('+0000', 'Z'));
}
