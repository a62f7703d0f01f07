import { type KeyState, type StoredKey, stateOf } from '@vitae/accounts/keys/key-store';
import type { KeyUse } from '@vitae/accounts/keys/key-use';
import type { VNode } from 'preact';
import { Moment } from '../../../components/moment.tsx';
import { dateFormat } from '../../../locales/date-format.ts';
import { messagesFor } from '../../../locales/messages.ts';
import { CompatibilityBadge } from '../compatibility/compatibility-section.tsx';
import type { SettingsView } from '../settings-view.ts';

const badges: Record<KeyState, string> = { active: 'badge badge-good', expired: 'badge', revoked: 'badge badge-bad' };

export function StateBadge({ view, stored, now }: { view: SettingsView; stored: StoredKey; now: number }): VNode {
  const { keys: messages } = messagesFor(view.locale);
  const state = stateOf(stored, now);
  return (
    <span class="pieces pieces-tight">
      <span class={badges[state]}>{messages.states[state]}</span>
      {stored.replacedBy && <span class="badge">{messages.rolled}</span>}
      {stored.scheme === 'md5' && <span class="badge">{messages.legacyBadge}</span>}
      <CompatibilityBadge view={view} stored={stored.compatibility} />
    </span>
  );
}

/** When a key was revoked, or expires. */
export function EndOf({ view, stored }: { view: SettingsView; stored: StoredKey }): VNode {
  const { revokedAt, expiresAt } = stored;
  const at = revokedAt ?? expiresAt;
  if (!at) return <span class="muted">{messagesFor(view.locale).keys.unlimited}</span>;
  return <When view={view} at={at} />;
}

export function LastUse({ view, use }: { view: SettingsView; use: KeyUse | undefined }): VNode {
  const { keys: messages, text } = messagesFor(view.locale);
  if (!use) return <span class="muted">{messages.never}</span>;
  return (
    <>
      <When view={view} at={use.at} />
      <br />
      <span class="muted">{text(messages.by, clientOf(view, use))}</span>
    </>
  );
}

export function When({ view, at }: { view: SettingsView; at: Date }): VNode {
  return <Moment at={at} locale={view.locale} timeZone={view.company.timeZone} />;
}

/** A date for use within a message. */
export function dateText({ locale, company }: SettingsView, at: Date): string {
  return dateFormat(locale, company.timeZone, 'medium', 'short').format(at);
}

const SHOWN_CLIENT = 60;

/** The client's User-Agent, shortened to fit a table row, and its address. */
export function clientOf(
  { locale }: SettingsView,
  { userAgent, address }: KeyUse,
): { client: string; address: string } {
  const shown = userAgent.length > SHOWN_CLIENT ? `${userAgent.slice(0, SHOWN_CLIENT)}…` : userAgent;
  return { client: shown || messagesFor(locale).keys.unknownClient, address };
}
