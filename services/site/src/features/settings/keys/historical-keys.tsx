import type { ComponentChildren, VNode } from 'preact';
import type { StoredKey } from '@vitae/accounts/keys/key-store';
import type { LegacyUse } from '@vitae/accounts/keys/legacy-use';
import { allMayRetireAt, QUIET_DAYS, type Retirement, retirementOf } from '@vitae/accounts/keys/retirement';
import { DataTable } from '../../../components/data-table.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import type { SettingsView } from '../settings-view.ts';
import { LastUse, When } from './key-states.tsx';
import { keyPath } from './keys-page.tsx';

export type HistoricalKey = { stored: StoredKey; use: LegacyUse | undefined; address: string };

/** Who still signs with MD5, and when that may end. */
export function HistoricalKeys({
  view,
  keys,
  lastUsedAt,
  now,
  children,
}: {
  view: SettingsView;
  keys: readonly HistoricalKey[];
  /** Of all of them, listed or not. */
  lastUsedAt: Date | undefined;
  now: number;
  /** What leads to its other pages. */
  children: ComponentChildren;
}): VNode {
  const { keys: messages } = messagesFor(view.locale);
  const { legacy } = messages;
  const number = new Intl.NumberFormat(view.locale);
  const end = allMayRetireAt(lastUsedAt, now);
  const columns = [
    {
      key: 'name',
      title: messages.name,
      cell: ({ stored }: HistoricalKey) => <a href={keyPath(stored.id)}>{stored.name}</a>,
    },
    {
      key: 'used',
      title: messages.lastUsed,
      cell: ({ use, address }: HistoricalKey) => (
        <LastUse view={view} use={use && { at: use.lastUsedAt, userAgent: use.lastUserAgent, address }} />
      ),
    },
    {
      key: 'uses',
      title: legacy.uses,
      numeric: true,
      cell: ({ use }: HistoricalKey) => number.format(use?.uses ?? 0),
    },
    {
      key: 'late',
      title: legacy.late,
      numeric: true,
      cell: ({ use }: HistoricalKey) => number.format(use?.lateUses ?? 0),
    },
    {
      key: 'verdict',
      title: legacy.verdict,
      cell: ({ use }: HistoricalKey) => <Verdict view={view} retirement={retirementOf(use, now)} />,
    },
  ];
  return (
    <section class="sheet stack" aria-labelledby="historical">
      <h2 id="historical">{legacy.title}</h2>
      <p>{legacy.lead}</p>
      <DataTable caption={legacy.title} columns={columns} rows={keys} keyOf={({ stored }) => stored.id} />
      {children}
      <p>
        {end.getTime() <= now ? (
          legacy.allNow
        ) : (
          <>
            {legacy.all} <When view={view} at={end} />.
          </>
        )}
      </p>
    </section>
  );
}

export function Verdict({ view, retirement }: { view: SettingsView; retirement: Retirement }): VNode {
  const { verdicts } = messagesFor(view.locale).keys.legacy;
  if (retirement.verdict === 'neverUsed') return <>{verdicts.neverUsed}</>;
  if (retirement.verdict === 'unused') return <>{verdicts.unused(String(QUIET_DAYS))}</>;
  return (
    <>
      {verdicts.inUse} <When view={view} at={retirement.mayRetireAt} />
    </>
  );
}
