import type { StoredKey } from '@vitae/accounts/keys/key-store';
import type { LegacyUse } from '@vitae/accounts/keys/legacy-use';
import { allMayRetireAt, QUIET_DAYS, type Retirement, retirementOf } from '@vitae/accounts/keys/retirement';
import type { ComponentChildren, VNode } from 'preact';
import { DataTable } from '../../../components/data-table.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import type { SettingsView } from '../settings-view.ts';
import { keyPath } from './find-key.ts';
import { dateText, LastUse } from './key-states.tsx';

export type LegacyKey = { stored: StoredKey; use: LegacyUse | undefined; address: string };

/** Lists the keys that sign with MD5, and when each can be revoked. */
export function LegacyKeys({
  view,
  keys,
  lastUsedAt,
  now,
  children,
}: {
  view: SettingsView;
  keys: readonly LegacyKey[];
  /** The last use of any legacy key, listed or not. */
  lastUsedAt: Date | undefined;
  now: number;
  /** Links to other pages of the list. */
  children: ComponentChildren;
}): VNode {
  const { keys: messages, text, number } = messagesFor(view.locale);
  const { legacy } = messages;
  const end = allMayRetireAt(lastUsedAt, now);
  const columns = [
    {
      key: 'name',
      title: messages.name,
      cell: ({ stored }: LegacyKey) => <a href={keyPath(stored.id)}>{stored.name}</a>,
    },
    {
      key: 'used',
      title: messages.lastUsed,
      cell: ({ use, address }: LegacyKey) => (
        <LastUse view={view} use={use && { at: use.lastUsedAt, userAgent: use.lastUserAgent, address }} />
      ),
    },
    {
      key: 'uses',
      title: legacy.uses,
      numeric: true,
      cell: ({ use }: LegacyKey) => number(use?.uses ?? 0),
    },
    {
      key: 'late',
      title: legacy.late,
      numeric: true,
      cell: ({ use }: LegacyKey) => number(use?.lateUses ?? 0),
    },
    {
      key: 'verdict',
      title: legacy.verdict,
      cell: ({ use }: LegacyKey) => <Verdict view={view} retirement={retirementOf(use, now)} />,
    },
  ];
  return (
    <section class="sheet stack" aria-labelledby="historical">
      <h2 id="historical">{legacy.title}</h2>
      <p>{legacy.lead}</p>
      <DataTable caption={legacy.title} columns={columns} rows={keys} keyOf={({ stored }) => stored.id} />
      {children}
      <p>{end.getTime() <= now ? legacy.allNow : text(legacy.all, { date: dateText(view, end) })}</p>
    </section>
  );
}

export function Verdict({ view, retirement }: { view: SettingsView; retirement: Retirement }): VNode {
  const { keys, text } = messagesFor(view.locale);
  const { verdicts } = keys.legacy;
  if (retirement.verdict === 'neverUsed') return <>{verdicts.neverUsed}</>;
  if (retirement.verdict === 'unused') return <>{text(verdicts.unused, { days: QUIET_DAYS })}</>;
  return <>{text(verdicts.inUse, { date: dateText(view, retirement.mayRetireAt) })}</>;
}
