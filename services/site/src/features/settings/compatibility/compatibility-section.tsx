import { type Compatibility, choiceOf, compatibilityChoiceSchema } from '@vitae/accounts/signatures/compatibility';
import type { VNode } from 'preact';
import { Button, PostForm } from '../../../components/form.tsx';
import { Select } from '../../../components/select.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import type { SettingsView } from '../settings-view.ts';

export type CompatibilitySectionProps = {
  view: SettingsView;
  /** The address of the form. */
  action: string;
  stored: Compatibility | null | undefined;
  /** The profile that would have accepted rejected requests. */
  suggestion: Compatibility | undefined;
  /** Whether requests are signed with MD5. */
  isHistorical?: boolean;
};

/** The compatibility profile of a key or application. Administrators can change it. */
export function CompatibilitySection({ view, action, stored, suggestion, isHistorical }: CompatibilitySectionProps) {
  const { compatibility } = messagesFor(view.locale).settings;
  const choice = choiceOf(stored);
  return (
    <section class="sheet stack" aria-labelledby="compatibility">
      <h2 id="compatibility">{compatibility.title}</h2>
      <p>
        {compatibility.lead} <a href="/docs/compatibility">{compatibility.more}</a>
      </p>
      {isHistorical && <p>{compatibility.historical}</p>}
      {suggestion && !stored && (
        <div class="notice">
          <p>{compatibility.suggestion}</p>
        </div>
      )}
      {view.may('administrator') ? (
        <PostForm action={action} sessionId={view.formKey} class="stack-tight">
          <Select
            name="compatibility"
            label={compatibility.profile}
            value={choice}
            options={compatibilityChoiceSchema.options.map((value) => ({ value, text: compatibility.choices[value] }))}
          />
          <Button kind="secondary">{compatibility.save}</Button>
        </PostForm>
      ) : (
        <dl class="facts">
          <div>
            <dt>{compatibility.profile}</dt>
            <dd>{compatibility.choices[choice]}</dd>
          </div>
        </dl>
      )}
    </section>
  );
}

/** Marks keys and applications with a profile in lists. */
export function CompatibilityBadge({ view, stored }: Pick<CompatibilitySectionProps, 'view' | 'stored'>): VNode | null {
  if (!stored) return null;
  return <span class="badge">{messagesFor(view.locale).settings.compatibility.badges[stored]}</span>;
}
