import type { StoredApplication } from '@vitae/accounts/applications/application-store';
import type { VNode } from 'preact';
import { Copyable } from '../../../components/copyable.tsx';
import { Button, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { copyScript } from '../../../layout/assets.ts';
import { messagesFor } from '../../../locales/messages.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { applicationPath, type ListedApplication } from './applications-page.tsx';

export type SecretsPageProps = {
  view: SettingsView;
  application: StoredApplication;
  /** The secrets created by this request. */
  consumerSecret?: string;
  apiKey?: string;
  isNew: boolean;
};

/** The only page that shows these secrets. */
export function SecretsPage({ view, application, consumerSecret, apiKey, isNew }: SecretsPageProps): VNode {
  const {
    applications: { made },
    common,
    text,
  } = messagesFor(view.locale);
  const path = applicationPath(application.id);
  const title = text(isNew ? made.title : made.rolledTitle, { name: application.name });
  return (
    <SettingsPage view={{ ...view, address: path }} area="applications" title={title} scripts={[copyScript.path]}>
      <div class="stack-tight">
        <h1>{title}</h1>
        <Notice kind="good">{made.once}</Notice>
      </div>
      <section class="sheet stack" aria-label={title}>
        <Copyable id="made-consumer-key" label={made.consumerKey} text={application.consumerKey} messages={common} />
        {consumerSecret && (
          <Copyable id="made-consumer-secret" label={made.consumerSecret} text={consumerSecret} messages={common} />
        )}
        {apiKey && <Copyable id="made-api-key" label={made.apiKey} text={apiKey} messages={common} />}
        <p class="muted">{made.apiKeyMeans}</p>
        <p>
          <a class="button button-primary" href={path}>
            {made.done}
          </a>
        </p>
      </section>
    </SettingsPage>
  );
}

export type RolledSecret = 'secret' | 'api-key';
export type ConfirmPageProps = { view: SettingsView; application: ListedApplication };

export function RollSecretPage({ view, application, which }: ConfirmPageProps & { which: RolledSecret }): VNode {
  const {
    applications: { confirm },
    text,
  } = messagesFor(view.locale);
  const title = text(which === 'secret' ? confirm.secret : confirm.apiKey, { name: application.name });
  const action = `${applicationPath(application.id)}/${which}`;
  return (
    <Confirm view={view} application={application} title={title} lead={confirm.rollLead} action={action} once>
      <Button>{confirm.rollSubmit}</Button>
    </Confirm>
  );
}

export function DisablePage({ view, application }: ConfirmPageProps): VNode {
  const {
    applications: { confirm },
    text,
  } = messagesFor(view.locale);
  const action = `${applicationPath(application.id)}/disable`;
  const title = text(confirm.disable, { name: application.name });
  const lead = `${confirm.disableLead} ${text(confirm.owners, { count: application.owners })}`;
  return (
    <Confirm view={view} application={application} title={title} lead={lead} action={action}>
      <Button kind="danger">{confirm.disableSubmit}</Button>
    </Confirm>
  );
}

type ConfirmProps = ConfirmPageProps & { title: string; lead: string; action: string; once?: boolean; children: VNode };

function Confirm({ view, application, title, lead, action, once, children }: ConfirmProps): VNode {
  return (
    <SettingsPage view={{ ...view, address: action }} area="applications" title={title}>
      <section class="sheet stack">
        <h1>{title}</h1>
        <p>{lead}</p>
        <PostForm action={action} sessionId={view.formKey} once={once} class="actions">
          {children}
          <a class="button button-secondary" href={applicationPath(application.id)}>
            {messagesFor(view.locale).common.cancel}
          </a>
        </PostForm>
      </section>
    </SettingsPage>
  );
}
