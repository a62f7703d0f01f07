import type { VNode } from 'preact';
import { lifetimes, MAX_OVERLAP_DAYS } from '@vitae/accounts/keys/key-manager';
import type { StoredKey } from '@vitae/accounts/keys/key-store';
import type { KeyUse } from '@vitae/accounts/keys/key-use';
import { Button, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { clientName, When } from './key-states.tsx';
import { keyPath } from './keys-page.tsx';
import { LifetimeField } from './new-key-pages.tsx';

/** A call as `GET /api/v1/cv/:id`, and how often it was made. */
export type CallsMade = { call: string; count: number };

export type RevokePageProps = {
  view: SettingsView;
  stored: StoredKey;
  use: KeyUse | undefined;
  today: readonly CallsMade[];
};

/** What will stop, before it does. */
export function RevokePage({ view, stored, use, today }: RevokePageProps): VNode {
  const { revoke } = messagesFor(view.locale).keys;
  const number = new Intl.NumberFormat(view.locale);
  const title = revoke.title(stored.name);
  return (
    <SettingsPage view={view} area="keys" title={title}>
      <section class="sheet stack">
        <h1>{title}</h1>
        <p>{revoke.lead}</p>
        {use ? (
          <p>
            {revoke.stops(clientName(view, use), use.address)} <When view={view} at={use.at} />
          </p>
        ) : (
          <p>{revoke.unused}</p>
        )}
        {today.length > 0 && (
          <div class="stack-tight">
            <p>{revoke.today}</p>
            <ul class="plain-list call-list">
              {today.map(({ call, count }) => (
                <li key={call}>
                  <code>{call}</code> × {number.format(count)}
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
            {messagesFor(view.locale).settings.cancel}
          </a>
        </PostForm>
      </section>
    </SettingsPage>
  );
}

const DAY_MS = 86_400_000;
const USUAL_OVERLAP = '3';

export function RollPage({ view, stored, ended }: { view: SettingsView; stored: StoredKey; ended?: boolean }): VNode {
  const { roll } = messagesFor(view.locale).keys;
  const title = roll.title(stored.name);
  const daysIn = (days: number) => {
    if (days === 0) return roll.none;
    const isOne = new Intl.PluralRules(view.locale).select(days) === 'one';
    return isOne ? roll.days.one : roll.days.other(new Intl.NumberFormat(view.locale).format(days));
  };
  const overlaps = Array.from({ length: MAX_OVERLAP_DAYS + 1 }, (_none, days) => days);
  return (
    <SettingsPage view={{ ...view, address: `${keyPath(stored.id)}/roll` }} area="keys" title={title}>
      <section class="sheet stack">
        <h1>{title}</h1>
        {ended && <Notice kind="bad">{roll.ended}</Notice>}
        <p>{roll.lead}</p>
        {stored.scheme === 'md5' && <p>{roll.historical}</p>}
        <PostForm action={`${keyPath(stored.id)}/roll`} sessionId={view.formKey} class="stack">
          <Select
            name="overlap"
            label={roll.overlap}
            value={USUAL_OVERLAP}
            options={overlaps.map((days) => ({ value: String(days), text: daysIn(days) }))}
          />
          <LifetimeField view={view} value={lifetimeOf(stored)} />
          <div class="actions">
            <Button>{roll.submit}</Button>
            <a class="button button-secondary" href={keyPath(stored.id)}>
              {messagesFor(view.locale).settings.cancel}
            </a>
          </div>
        </PostForm>
      </section>
    </SettingsPage>
  );
}

/** The lifetime that the key was made with. */
function lifetimeOf({ createdAt, expiresAt }: StoredKey): string {
  if (!expiresAt) return 'unlimited';
  const days = String(Math.round((expiresAt.getTime() - createdAt.getTime()) / DAY_MS));
  return lifetimes.find((lifetime) => lifetime === days) ?? '365';
}
