import { type StoredKey, stateOf } from '@vitae/accounts/keys/key-store';
import type { KeyUse } from '@vitae/accounts/keys/key-use';
import { retirementOf } from '@vitae/accounts/keys/retirement';
import type { Compatibility } from '@vitae/accounts/signatures/compatibility';
import { timestampPolicies } from '@vitae/accounts/signatures/signing-key';
import { isolateText } from '@vitae/kit/isolate-text';
import type { ComponentChildren, VNode } from 'preact';
import { Button, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { CompatibilitySection } from '../compatibility/compatibility-section.tsx';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import type { FenceState } from './fence-form.ts';
import { FenceSection } from './fence-section.tsx';
import { keyPath } from './find-key.ts';
import { EndOf, LastUse, StateBadge, When } from './key-states.tsx';
import { type LegacyKey, Verdict } from './legacy-keys.tsx';

type KeyPageProps = {
  view: SettingsView;
  stored: StoredKey;
  use: KeyUse | undefined;
  /** Set for legacy keys. */
  historical: LegacyKey | undefined;
  /** Set for active historical keys. */
  fence: FenceState | undefined;
  /** The compatibility profile that would have accepted rejected requests. */
  suggestion: Compatibility | undefined;
  now: number;
  done?: KeyChange | undefined;
};

/** Changes that the page confirms. */
export const keyChanges = ['revoked', 'policy', 'fence', 'fenceRemoved', 'compatibility'] as const;
export type KeyChange = (typeof keyChanges)[number];

export function KeyPage({ view, stored, use, historical, fence, suggestion, now, done }: KeyPageProps): VNode {
  const { keys: messages } = messagesFor(view.locale);
  const { detail } = messages;
  const isActive = stateOf(stored, now) === 'active';
  return (
    <SettingsPage view={view} area="keys" title={isolateText(stored.name)}>
      <div class="stack-tight">
        <p>
          <a href="/settings/keys">{messages.back}</a>
        </p>
        <h1>{stored.name}</h1>
      </div>
      {done && <Notice kind="good">{messages.done[done]}</Notice>}
      <section class="sheet stack" aria-label={isolateText(stored.name)}>
        <dl class="facts">
          <Fact name={messages.key}>
            <code>{stored.key}</code>
          </Fact>
          <Fact name={messages.state}>
            <StateBadge view={view} stored={stored} now={now} />
          </Fact>
          <Fact name={messages.created}>
            <When view={view} at={stored.createdAt} />
          </Fact>
          <Fact name={messages.lastUsed}>
            <LastUse view={view} use={use} />
          </Fact>
          <Fact name={isActive ? messages.expires : messages.ended}>
            <EndOf view={view} stored={stored} />
          </Fact>
        </dl>
        {stored.replacedBy && (
          <p>
            {detail.replaced} <a href={keyPath(stored.replacedBy)}>{detail.replacement}</a>
          </p>
        )}
        {!isActive && <p class="muted">{detail.kept}</p>}
        {view.areas.includes('consumption') && (
          <p>
            <a href={`/settings/consumption?key=k${stored.id}`}>{detail.consumption}</a>
          </p>
        )}
      </section>
      {historical && isActive && <Timestamps view={view} historical={historical} now={now} />}
      {fence && <FenceSection view={view} keyId={stored.id} state={fence} />}
      {isActive && (
        <CompatibilitySection
          view={view}
          action={`${keyPath(stored.id)}/compatibility`}
          stored={stored.compatibility}
          suggestion={suggestion}
          isHistorical={stored.scheme === 'md5'}
        />
      )}
      {isActive && view.may('administrator') && <Changes view={view} stored={stored} />}
    </SettingsPage>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Changes({ view, stored }: Pick<KeyPageProps, 'view' | 'stored'>): VNode {
  const { detail } = messagesFor(view.locale).keys;
  const path = keyPath(stored.id);
  return (
    <section class="sheet stack" aria-labelledby="change">
      <h2 id="change">{detail.change}</h2>
      {!stored.replacedBy && (
        <div class="stack-tight">
          <p>{detail.rollMeans}</p>
          <p>
            <a class="button button-secondary" href={`${path}/roll`}>
              {detail.roll}
            </a>
          </p>
        </div>
      )}
      <div class="stack-tight">
        <p>{detail.revokeMeans}</p>
        <p>
          <a class="button button-danger" href={`${path}/revoke`}>
            {detail.revoke}
          </a>
        </p>
      </div>
    </section>
  );
}

function Timestamps({
  view,
  historical: { stored, use },
  now,
}: {
  view: SettingsView;
  historical: LegacyKey;
  now: number;
}): VNode {
  const {
    keys: { legacy },
    number,
  } = messagesFor(view.locale);
  return (
    <section class="sheet stack" aria-labelledby="historical">
      <h2 id="historical">{legacy.title}</h2>
      <p>{legacy.lead}</p>
      <dl class="facts">
        <Fact name={legacy.uses}>{number(use?.uses ?? 0)}</Fact>
        <Fact name={legacy.late}>{number(use?.lateUses ?? 0)}</Fact>
        <Fact name={legacy.verdict}>
          <Verdict view={view} retirement={retirementOf(use, now)} />
        </Fact>
        {!view.may('administrator') && <Fact name={legacy.policy}>{legacy.policies[stored.timestampPolicy]}</Fact>}
      </dl>
      {view.may('administrator') && (
        <PostForm action={`${keyPath(stored.id)}/timestamp-policy`} sessionId={view.formKey} class="stack-tight">
          <p>{legacy.policyMeans}</p>
          <Select
            name="policy"
            label={legacy.policy}
            value={stored.timestampPolicy}
            options={timestampPolicies.map((value) => ({ value, text: legacy.policies[value] }))}
          />
          <Button kind="secondary">{legacy.save}</Button>
        </PostForm>
      )}
    </section>
  );
}
