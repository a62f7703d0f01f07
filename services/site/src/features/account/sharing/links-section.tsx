import { isolateText } from '@vitae/kit/isolate-text';
import type { VNode } from 'preact';
import { Button, Field, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { dateFormat } from '../../../locales/date-format.ts';
import { messagesFor } from '../../../locales/messages.ts';
import type { AccountView } from '../account-view.ts';
import { dayOptions, MAX_LINKS, MAX_NAME, type NamedLink } from './own-sharing.ts';
import { sharePath } from './share-path.ts';
import { ShareableAddress } from './shareable-address.tsx';

/** Why a link was not created, with the submitted values. */
export type LinkProblem = {
  reason: 'nameRequired' | 'nameTooLong' | 'tooMany' | 'unsaved';
  name: string;
  days: string;
};

export type LinksSectionProps = {
  view: AccountView;
  cvId: number;
  timeZone: string;
  links: NamedLink[];
  problem?: LinkProblem | undefined;
};

/** Private links with names, and the form that creates one. */
export function LinksSection(props: LinksSectionProps): VNode {
  const { view, cvId, timeZone, links, problem } = props;
  const {
    share: { links: messages },
    text,
  } = messagesFor(view.locale);
  const isFull = links.length >= MAX_LINKS;
  return (
    <section class="sheet stack" aria-labelledby="links">
      <h2 id="links">{messages.title}</h2>
      <p>{messages.lead}</p>
      {links.length === 0 ? (
        <p class="muted">{messages.none}</p>
      ) : (
        <ul class="row-list">
          {links.map((link, index) => (
            <LinkRow key={link.token} {...{ view, cvId, timeZone, link }} id={`link-${index + 1}`} />
          ))}
        </ul>
      )}
      {problem?.reason === 'tooMany' ? (
        <Notice kind="bad">{text(messages.tooMany, { max: MAX_LINKS })}</Notice>
      ) : isFull ? (
        <p>{text(messages.tooMany, { max: MAX_LINKS })}</p>
      ) : (
        <NewLink {...{ view, cvId, problem }} />
      )}
    </section>
  );
}

function NewLink({ view, cvId, problem }: Pick<LinksSectionProps, 'view' | 'cvId' | 'problem'>): VNode {
  const {
    editor,
    share: { links: messages },
    text,
  } = messagesFor(view.locale);
  const nameErrors = { ...messages, unsaved: editor.expired };
  const nameError =
    problem && problem.reason !== 'tooMany' ? text(nameErrors[problem.reason], { max: MAX_NAME }) : undefined;
  const options = dayOptions.map((value) => ({
    value,
    text: value === '0' ? messages.never : text(messages.days, { days: Number(value) }),
  }));
  return (
    <PostForm action={`${sharePath(cvId)}/links`} sessionId={view.sessionId} class="stack" once>
      <Field
        name="name"
        label={messages.name}
        hint={messages.nameHint}
        autocomplete="off"
        value={problem?.name}
        error={nameError}
      />
      <Select name="days" label={messages.expiry} value={problem?.days ?? '30'} options={options} />
      <Button>{messages.submit}</Button>
    </PostForm>
  );
}

type LinkRowProps = Pick<LinksSectionProps, 'view' | 'cvId' | 'timeZone'> & { link: NamedLink; id: string };

function LinkRow({ view, cvId, timeZone, link, id }: LinkRowProps): VNode {
  const {
    share: { links: messages },
    text,
  } = messagesFor(view.locale);
  const { token, url, name, createdAt, expiresAt, expired } = link;
  const date = (at: Date) => dateFormat(view.locale, timeZone, 'long').format(at);
  const action = expired ? messages.remove : messages.revoke;
  return (
    <li class="stack-tight">
      {expired ? (
        <p class="copy-label">
          <bdi>{name}</bdi>
        </p>
      ) : (
        <ShareableAddress view={view} id={id} label={isolateText(name)} url={url} />
      )}
      <p class="muted pieces">
        <span class={expired ? 'badge badge-bad' : 'badge badge-good'}>
          {expired ? messages.expired : messages.active}
        </span>
        <span>{text(messages.created, { date: date(createdAt) })}</span>
        <span>
          {expiresAt
            ? text(expired ? messages.expiredOn : messages.expires, { date: date(expiresAt) })
            : messages.never}
        </span>
      </p>
      <PostForm action={`${sharePath(cvId)}/links/revoke`} sessionId={view.sessionId} carry={{ token }}>
        <Button kind="secondary" label={`${action}: ${isolateText(name)}`}>
          {action}
        </Button>
      </PostForm>
    </li>
  );
}
