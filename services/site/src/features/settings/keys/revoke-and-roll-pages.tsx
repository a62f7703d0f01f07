import { lifetimes, MAX_OVERLAP_DAYS } from '@vitae/accounts/keys/key-manager';
import type { StoredKey } from '@vitae/accounts/keys/key-store';
import type { KeyUse } from '@vitae/accounts/keys/key-use';
import type { VNode } from 'preact';
import { Button, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { keyPath } from './find-key.ts';
import { clientOf, dateText } from './key-states.tsx';
import { LifetimeField } from './new-key-pages.tsx';

/** An endpoint such as `GET /api/v1/cv/:id` with its number of requests. */
export type EndpointRequests = { endpoint: string; count: number };

export type RevokePageProps = {
  view: SettingsView;
  stored: StoredKey;
  use: KeyUse | undefined;
  today: readonly EndpointRequests[];
};

/** Asks for confirmation and shows which requests will stop working. */
export function RevokePage({ view, stored, use, today }: RevokePageProps): VNode {
  const {
    keys: { revoke },
    text,
    number,
  } = messagesFor(view.locale);
  const title = text(revoke.title, { name: stored.name });
  return (
    <SettingsPage view={view} area="keys" title={title}>
      <section class="sheet stack">
        <h1>{title}</h1>
        <p>{revoke.lead}</p>
        <p>{use ? text(revoke.stops, { ...clientOf(view, use), date: dateText(view, use.at) }) : revoke.unused}</p>
        {today.length > 0 && (
          <div class="stack-tight">
            <p>{revoke.today}</p>
            <ul class="plain-list call-list">
              {today.map(({ endpoint, count }) => (
                <li key={endpoint}>
                  <code>{endpoint}</code> × {number(count)}
                </li>
              ))}
            </ul>
          </div>
        )}
        {!stored.replacedBy && (
          <p>
            <a href={`${keyPath(stored.id)}/roll`}>{revoke.rather}</a>
          </p>
        )}
        <PostForm action={`${keyPath(stored.id)}/revoke`} sessionId={view.formKey} class="actions">
          <Button kind="danger">{revoke.submit}</Button>
          <a class="button button-secondary" href={keyPath(stored.id)}>
            {messagesFor(view.locale).common.cancel}
          </a>
        </PostForm>
      </section>
    </SettingsPage>
  );
}

const DAY_MS = 86_400_000;
const USUAL_OVERLAP = '3';

export function RollPage({ view, stored, ended }: { view: SettingsView; stored: StoredKey; ended?: boolean }): VNode {
  const {
    keys: { roll },
    text,
  } = messagesFor(view.locale);
  const title = text(roll.title, { name: stored.name });
  const overlaps = Array.from({ length: MAX_OVERLAP_DAYS + 1 }, (_none, days) => days);
  return (
    <SettingsPage view={{ ...view, address: `${keyPath(stored.id)}/roll` }} area="keys" title={title}>
      <section class="sheet stack">
        <h1>{title}</h1>
        {ended && <Notice kind="bad">{roll.ended}</Notice>}
        <p>{roll.lead}</p>
        {stored.scheme === 'md5' && <p>{roll.legacy}</p>}
        <PostForm action={`${keyPath(stored.id)}/roll`} sessionId={view.formKey} once class="stack">
          <Select
            name="overlap"
            label={roll.overlap}
            value={USUAL_OVERLAP}
            options={overlaps.map((days) => ({ value: String(days), text: text(roll.days, { days }) }))}
          />
          <LifetimeField view={view} value={lifetimeOf(stored)} />
          <div class="actions">
            <Button>{roll.submit}</Button>
            <a class="button button-secondary" href={keyPath(stored.id)}>
              {messagesFor(view.locale).common.cancel}
            </a>
          </div>
        </PostForm>
      </section>
    </SettingsPage>
  );
}

/** Returns the lifetime that the key was created with. */
function lifetimeOf({ createdAt, expiresAt }: StoredKey): string {
  if (!expiresAt) return 'unlimited';
  const days = String(Math.round((expiresAt.getTime() - createdAt.getTime()) / DAY_MS));
  return lifetimes.find((lifetime) => lifetime === days) ?? '365';
}
