import { type Fence, MAX_NETWORKS } from '@vitae/accounts/keys/fence';
import { type FencePreview, previewOf, suggestFence } from '@vitae/accounts/keys/fence-preview';
import type { VNode } from 'preact';
import { DataTable } from '../../../components/data-table.tsx';
import { Button, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { TextArea } from '../../../components/text-area.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import type { SettingsView } from '../settings-view.ts';
import { endpointField, type FenceProblem, type FenceState } from './fence-form.ts';
import { keyPath } from './find-key.ts';

export type FenceSectionProps = { view: SettingsView; keyId: number; state: FenceState };

/** Shows the fence of a historical key, or a suggestion, with the requests that it would have rejected. */
export function FenceSection({ view, keyId, state }: FenceSectionProps): VNode {
  const { fence: messages } = messagesFor(view.locale).keys;
  const { stored, entered, observed, endpoints } = state;
  const fence = entered?.fence ?? stored ?? suggestFence(observed, endpoints.keys());
  const mayChange = view.may('administrator');
  return (
    <section class="sheet stack" aria-labelledby="fence">
      <h2 id="fence">{messages.title}</h2>
      <p>{messages.lead}</p>
      {!stored && <p>{messages.none}</p>}
      {entered?.problem && <Notice kind="bad">{problemText(view, entered.problem)}</Notice>}
      {mayChange && <FenceForm view={view} keyId={keyId} state={state} fence={fence} />}
      {!mayChange && stored && <FenceFacts view={view} fence={stored} endpoints={endpoints} />}
      {(stored || mayChange) && !entered?.problem && (
        <Preview view={view} preview={previewOf(fence, observed)} endpoints={endpoints} />
      )}
    </section>
  );
}

function problemText(view: SettingsView, problem: FenceProblem): string {
  const { keys, text } = messagesFor(view.locale);
  if (problem.is === 'wrongNetwork') return text(keys.fence.wrongNetwork, { network: problem.network });
  return text(keys.fence[problem.is], { max: MAX_NETWORKS });
}

function FenceForm({ view, keyId, state, fence }: FenceSectionProps & { fence: Fence }): VNode {
  const { fence: messages } = messagesFor(view.locale).keys;
  const { stored, entered, observed, endpoints } = state;
  const names = [...endpoints.keys()];
  const isShown = (name: string) => observed.accepted.has(name) || fence.endpoints.includes(name);
  const unused = names.filter((name) => !isShown(name));
  const choices = (shown: readonly string[]) =>
    shown.map((name) => <EndpointChoice key={name} view={view} name={name} state={state} fence={fence} />);
  return (
    <PostForm action={`${keyPath(keyId)}/fence`} sessionId={view.formKey} class="stack">
      {!stored && !entered && <p>{messages.suggestion}</p>}
      <fieldset class="choices">
        <legend>{messages.endpoints}</legend>
        {choices(names.filter(isShown))}
        {unused.length > 0 && (
          <details>
            <summary>{messages.unused}</summary>
            {choices(unused)}
          </details>
        )}
      </fieldset>
      <TextArea
        name="networks"
        label={messages.networks}
        hint={messages.networksHint}
        value={fence.networks.join('\n')}
      />
      <div class="choices">
        <label>
          <input type="checkbox" name="singleUse" checked={fence.singleUse} aria-describedby="single-use-hint" />{' '}
          {messages.singleUse}
        </label>
        <p class="field-hint" id="single-use-hint">
          {messages.singleUseHint}
        </p>
      </div>
      <div class="actions">
        <Button name="action" value="save">
          {stored ? messages.save : messages.enable}
        </Button>
        <Button kind="secondary" name="action" value="preview">
          {messages.preview}
        </Button>
        {stored && (
          <Button kind="danger" name="action" value="remove">
            {messages.remove}
          </Button>
        )}
      </div>
    </PostForm>
  );
}

type EndpointChoiceProps = { view: SettingsView; name: string; state: FenceState; fence: Fence };

function EndpointChoice({ view, name, state: { observed, endpoints }, fence }: EndpointChoiceProps): VNode {
  const { keys, text } = messagesFor(view.locale);
  const count = observed.accepted.get(name);
  return (
    <label>
      <input type="checkbox" name={endpointField(name)} checked={fence.endpoints.includes(name)} />{' '}
      <span>
        <code>{endpoints.get(name)}</code>
        {count !== undefined && <span class="muted"> {text(keys.fence.requests, { count })}</span>}
      </span>
    </label>
  );
}

function FenceFacts({
  view,
  fence,
  endpoints,
}: {
  view: SettingsView;
  fence: Fence;
  endpoints: ReadonlyMap<string, string>;
}): VNode {
  const { fence: messages } = messagesFor(view.locale).keys;
  return (
    <dl class="facts">
      <div>
        <dt>{messages.endpoints}</dt>
        {fence.endpoints.map((name) => (
          <dd key={name}>
            <code>{endpoints.get(name) ?? name}</code>
          </dd>
        ))}
      </div>
      <div>
        <dt>{messages.networks}</dt>
        <dd>{fence.networks.join(', ') || messages.any}</dd>
      </div>
      {fence.singleUse && (
        <div>
          <dt>{messages.singleUse}</dt>
          <dd>{messages.singleUseHint}</dd>
        </div>
      )}
    </dl>
  );
}

/** More rows would not help to decide. */
const MAX_ROWS = 20;

type PreviewProps = { view: SettingsView; preview: FencePreview; endpoints: ReadonlyMap<string, string> };

function Preview({ view, preview, endpoints }: PreviewProps): VNode {
  const { keys, text, number } = messagesFor(view.locale);
  const { fence: messages } = keys;
  const counts = { key: 'count', title: messages.count, numeric: true, cell: (row: Counted) => number(row.count) };
  const table = (key: string, title: string, rows: readonly Counted[]) =>
    rows.length > 0 && (
      <DataTable
        caption={messages.would}
        columns={[{ key, title, cell: ({ name }: Counted) => <code>{name}</code> }, counts]}
        rows={rows.slice(0, MAX_ROWS)}
        keyOf={({ name }) => name}
      />
    );
  const sentences = (['otherAddresses', 'repeatedWrites', 'lateWrites'] as const).filter((kind) => preview[kind] > 0);
  const nameOf = (endpoint: string) => (endpoint === 'unknown' ? messages.unknownPath : endpoint);
  const isEmpty = preview.endpoints.length + preview.addresses.length + sentences.length === 0;
  return (
    <div class="stack-tight">
      <h3>{messages.would}</h3>
      {isEmpty && <p>{messages.nothing}</p>}
      {table(
        'endpoint',
        messages.endpoint,
        preview.endpoints.map(({ endpoint, count }) => ({ name: endpoints.get(endpoint) ?? nameOf(endpoint), count })),
      )}
      {table(
        'address',
        messages.address,
        preview.addresses.map((row) => ({ ...row, name: row.address })),
      )}
      {sentences.map((kind) => (
        <p key={kind}>{text(messages[kind], { count: preview[kind] })}</p>
      ))}
    </div>
  );
}

type Counted = { name: string; count: number };
