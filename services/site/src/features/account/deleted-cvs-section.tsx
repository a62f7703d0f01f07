import { isolateText } from '@vitae/kit/isolate-text';
import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { Button, PostForm } from '../../components/form.tsx';
import { PageSteps } from '../../components/paged-list.tsx';
import { dateFormat } from '../../locales/date-format.ts';
import { messagesFor } from '../../locales/messages.ts';
import type { AccountView } from './account-view.ts';
import type { DeletedCv, DeletedCvs } from './cv-history.ts';

export type DeletedCvsSectionProps = {
  view: AccountView;
  deleted: DeletedCvs & { isFirst: boolean };
  timeZone: string;
  /** Days until a deleted CV is erased. */
  retentionDays: number;
};

/** The parameter with the cursor of a page. */
export const DELETED_PARAMETER = 'deleted-before';

const LIST = { parameter: DELETED_PARAMETER, id: 'deleted-cvs' };
const DAY_MS = 86_400_000;

/** The day until which the owner can restore a CV. */
export function restorableUntil(
  locale: Locale,
  timeZone: string,
  { deletedAt }: DeletedCv,
  retentionDays: number,
): string {
  return dateFormat(locale, timeZone, 'long').format(deletedAt.getTime() + retentionDays * DAY_MS);
}

/** Lists the CVs that the owner can restore, if there are any. */
export function DeletedCvsSection(props: DeletedCvsSectionProps): VNode | null {
  const { view, timeZone, retentionDays } = props;
  const { cvs, next, isFirst } = props.deleted;
  const {
    account,
    common,
    versions: { deleted: messages },
    text,
  } = messagesFor(view.locale);
  if (cvs.length === 0 && isFirst) return null;
  return (
    <section class="sheet stack" aria-labelledby={LIST.id}>
      <h2 id={LIST.id}>{messages.title}</h2>
      <p>{messages.lead}</p>
      <ul class="row-list">
        {cvs.map((cv) => (
          <li key={cv.id} class="stack-tight">
            <p class="row-title">
              <strong>
                <bdi>{cv.title || account.cvs.untitled}</bdi>
              </strong>
            </p>
            <p class="muted">
              {text(messages.until, { date: restorableUntil(view.locale, timeZone, cv, retentionDays) })}
            </p>
            <PostForm action={`/account/cvs/${cv.id}/restore`} sessionId={view.sessionId}>
              <Button kind="secondary" label={`${messages.restore}: ${isolateText(cv.title || account.cvs.untitled)}`}>
                {messages.restore}
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
      <PageSteps path={view.path} choice={{}} messages={common} next={next} isFirst={isFirst} list={LIST} />
    </section>
  );
}
