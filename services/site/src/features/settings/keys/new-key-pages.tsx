import { type CreatedKey, lifetimes } from '@vitae/accounts/keys/key-manager';
import type { VNode } from 'preact';
import { Copyable } from '../../../components/copyable.tsx';
import { Button, Field, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { copyScript } from '../../../layout/assets.ts';
import { dateFormat } from '../../../locales/date-format.ts';
import { messagesFor } from '../../../locales/messages.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { NEW_KEY } from './find-key.ts';

export type NewKeyPageProps = { view: SettingsView; name?: string; lifetime?: string; problem?: boolean };

export function NewKeyPage({ view, name, lifetime, problem = false }: NewKeyPageProps): VNode {
  const { keys: messages } = messagesFor(view.locale);
  return (
    <SettingsPage view={{ ...view, address: NEW_KEY }} area="keys" title={messages.new.title}>
      <h1>{messages.new.title}</h1>
      <section class="sheet">
        <PostForm action="/settings/keys" sessionId={view.formKey} once class="stack">
          <Field
            name="name"
            label={messages.new.name}
            hint={messages.new.nameHint}
            autocomplete="off"
            value={name}
            error={problem ? messages.new.nameProblem : undefined}
          />
          <LifetimeField view={view} value={lifetime} />
          <div class="actions">
            <Button>{messages.new.submit}</Button>
            <a class="button button-secondary" href="/settings/keys">
              {messagesFor(view.locale).common.cancel}
            </a>
          </div>
        </PostForm>
      </section>
    </SettingsPage>
  );
}

export function LifetimeField({ view, value = '365' }: { view: SettingsView; value?: string | undefined }): VNode {
  const { keys: messages } = messagesFor(view.locale);
  return (
    <Select
      name="lifetime"
      label={messages.new.lifetime}
      value={value}
      options={lifetimes.map((lifetime) => ({ value: lifetime, text: messages.lifetimes[lifetime] }))}
    />
  );
}

export type MadeKeyPageProps = {
  view: SettingsView;
  created: CreatedKey;
  /** A signed request as a curl command. */
  curl: string;
  /** When the rolled key stops working. */
  oldEnds?: Date | undefined;
  now: number;
};

/** The only page that shows the secret. */
export function MadeKeyPage({ view, created, curl, oldEnds, now }: MadeKeyPageProps): VNode {
  const {
    keys: { made },
    common,
    text,
  } = messagesFor(view.locale);
  const { name } = created;
  const end = oldEnds && dateFormat(view.locale, view.company.timeZone, 'long', 'short').format(oldEnds);
  const title = text(made.title, { name });
  return (
    <SettingsPage view={{ ...view, address: '/settings/keys' }} area="keys" title={title} scripts={[copyScript.path]}>
      <div class="stack-tight">
        <h1>{title}</h1>
        <Notice kind="good">{made.once}</Notice>
        {end && <p>{oldEnds.getTime() > now ? text(made.rolled, { name, date: end }) : made.rolledNow}</p>}
      </div>
      <section class="sheet stack" aria-label={title}>
        <Copyable id="made-key" label={made.key} text={created.key} messages={common} />
        <Copyable id="made-secret" label={made.secret} text={created.secret} messages={common} />
        <Copyable id="made-curl" label={made.curl} text={curl} messages={common} />
        <p class="muted">
          {made.curlHint} <a href="/docs/signing">{made.how}</a>
        </p>
        <p>
          <a href="/docs" target="_blank" rel="noopener">
            {made.tryIt}
          </a>
        </p>
        <p>
          <a class="button button-primary" href={`/settings/keys/${created.id}`}>
            {made.done}
          </a>
        </p>
      </section>
    </SettingsPage>
  );
}
