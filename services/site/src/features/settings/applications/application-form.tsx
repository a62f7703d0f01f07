import { MAX_CALLBACKS, MAX_NAME } from '@vitae/accounts/applications/applications';
import { parseRegisteredCallback } from '@vitae/accounts/applications/callback';
import { parseOrigins } from '@vitae/accounts/applications/origin';
import { parseRsaPublicKey } from '@vitae/accounts/applications/rsa-public-key';
import { VitaeError } from '@vitae/kit/errors';
import type { VNode } from 'preact';
import { z } from 'zod';
import { Button, Field, PostForm } from '../../../components/form.tsx';
import { TextArea } from '../../../components/text-area.tsx';
import type { Form } from '../../../layout/form.ts';
import { messagesFor } from '../../../locales/messages.ts';
import type { SettingsView } from '../settings-view.ts';

/** The submitted fields of an application. */
export type ApplicationFields = { name: string; callbacks: string; origins: string; rsaPublicKey: string };

export type ApplicationProblem =
  | { field: 'name'; reason: 'name' }
  | { field: 'callbacks'; reason: 'callbacks' }
  | { field: 'origins'; reason: 'origins' }
  | { field: 'rsaPublicKey'; reason: 'rsa' | 'privateKey' };

/** Exceeds the PEM length of the largest key. */
const MAX_PEM = 8_000;

export function fieldsIn(form: Form): ApplicationFields {
  const text = z.string().trim();
  const optional = text.default('');
  return form.parse({ name: text, callbacks: text, origins: optional, rsaPublicKey: optional });
}

export function callbacksIn({ callbacks }: ApplicationFields): string[] {
  return words(callbacks);
}

export function originsIn({ origins }: ApplicationFields): string[] {
  return words(origins);
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((one) => one !== '');
}

/** Returns the first problem of the fields. */
export function problemIn(fields: ApplicationFields): ApplicationProblem | undefined {
  const { name, rsaPublicKey } = fields;
  if (name === '' || name.length > MAX_NAME) return { field: 'name', reason: 'name' };
  const callbacks = callbacksIn(fields);
  const areRight = callbacks.every((one) => passes(() => parseRegisteredCallback(one)));
  if (!areRight || callbacks.length === 0 || callbacks.length > MAX_CALLBACKS) {
    return { field: 'callbacks', reason: 'callbacks' };
  }
  if (!passes(() => parseOrigins(originsIn(fields)))) return { field: 'origins', reason: 'origins' };
  if (rsaPublicKey === '') return undefined;
  if (isPrivate(rsaPublicKey)) return { field: 'rsaPublicKey', reason: 'privateKey' };
  const isKey = rsaPublicKey.length <= MAX_PEM && passes(() => parseRsaPublicKey(rsaPublicKey));
  return isKey ? undefined : { field: 'rsaPublicKey', reason: 'rsa' };
}

const isPrivate = (key: string) => key.includes('PRIVATE KEY');

function passes(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (VitaeError.from(error).code !== 'INVALID_ARGUMENT') throw error;
    return false;
  }
}

export type ApplicationFormProps = {
  view: SettingsView;
  action: string;
  submit: string;
  /** Whether the form creates an application. */
  once?: boolean;
  cancel?: string;
  fields: ApplicationFields;
  problem?: ApplicationProblem | undefined;
};

export function ApplicationForm({ view, action, submit, once, cancel, fields, problem }: ApplicationFormProps): VNode {
  const { form, name } = messagesFor(view.locale).applications;
  const errorAt = (field: ApplicationProblem['field']) =>
    problem?.field === field ? form.problems[problem.reason] : undefined;
  // A private key that was pasted by accident is not sent back.
  const shownKey = isPrivate(fields.rsaPublicKey) ? '' : fields.rsaPublicKey;
  return (
    <PostForm action={action} sessionId={view.formKey} once={once} class="stack">
      <Field
        name="name"
        label={name}
        hint={form.nameHint}
        autocomplete="off"
        value={fields.name}
        error={errorAt('name')}
      />
      <TextArea
        name="callbacks"
        label={form.callbacks}
        hint={form.callbacksHint}
        value={fields.callbacks}
        required
        error={errorAt('callbacks')}
      />
      <TextArea
        name="origins"
        label={form.origins}
        hint={form.originsHint}
        value={fields.origins}
        error={errorAt('origins')}
      />
      <TextArea
        name="rsaPublicKey"
        label={form.rsa}
        hint={form.rsaHint}
        value={shownKey}
        error={errorAt('rsaPublicKey')}
      />
      <div class="actions">
        <Button>{submit}</Button>
        {cancel && (
          <a class="button button-secondary" href={cancel}>
            {messagesFor(view.locale).common.cancel}
          </a>
        )}
      </div>
    </PostForm>
  );
}
