import { redactTarget } from '@vitae/accounts/consumption/redact-target';
import type { RejectedRequest } from '@vitae/accounts/consumption/rejected-requests';
import type { VNode } from 'preact';
import { DataTable } from '../../../components/data-table.tsx';
import { Button, PostForm } from '../../../components/form.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { TextArea } from '../../../components/text-area.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import type { Explanation } from './explain/explain-rejection.ts';
import { ExplanationSection, MAX_PASTED } from './explanation-section.tsx';

export type SignaturePageProps = {
  view: SettingsView;
  recent: readonly RejectedRequest[];
  /** The rejected request selected from the list; undefined if it is no longer stored. */
  chosen?: RejectedRequest | undefined;
  isGone?: boolean;
  /** The selected request is an application's, which this page cannot explain. */
  isOfApplication?: boolean;
  /** The input, shown again. */
  typed?: { method: string; url: string; theirs: string };
  urlProblem?: boolean;
  /** Seconds to wait before the next explanation. */
  tooMany?: number | undefined;
  explanation?: Explanation | undefined;
};

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'];
const PATH = '/settings/signature';

export function SignaturePage(props: SignaturePageProps): VNode {
  const { view, recent, chosen, isGone = false, isOfApplication = false, typed, tooMany, explanation } = props;
  const { signatureHelp: messages, text } = messagesFor(view.locale);
  return (
    <SettingsPage view={{ ...view, address: PATH }} area="signature" title={messages.title}>
      <div class="stack-tight">
        <h1>{messages.title}</h1>
        <p class="lead">{messages.lead}</p>
      </div>
      {tooMany !== undefined && <Notice kind="bad">{text(messages.tooMany, { seconds: tooMany })}</Notice>}
      {isOfApplication && <Notice kind="bad">{messages.request.ofApplication}</Notice>}
      {isGone && <Notice kind="bad">{messages.request.gone}</Notice>}
      {explanation && (
        <ExplanationSection locale={view.locale} explanation={explanation} hasTheirs={Boolean(typed?.theirs)} />
      )}
      {view.may('administrator') ? (
        chosen ? (
          <ChosenCall {...props} chosen={chosen} />
        ) : (
          <PastedCall {...props} />
        )
      ) : (
        <p>{messages.viewer}</p>
      )}
      <Recent view={view} recent={recent} />
    </SettingsPage>
  );
}

function PastedCall({ view, typed, urlProblem = false }: SignaturePageProps): VNode {
  const { signatureHelp: messages } = messagesFor(view.locale);
  return (
    <section class="sheet stack" aria-labelledby="pasted">
      <h2 id="pasted">{messages.paste}</h2>
      <PostForm action={PATH} sessionId={view.formKey} class="stack">
        <Select
          name="method"
          label={messages.method}
          value={typed?.method ?? 'GET'}
          options={METHODS.map((value) => ({ value, text: value }))}
        />
        <TextArea
          name="url"
          label={messages.url}
          value={typed?.url}
          maxLength={MAX_PASTED}
          required
          error={urlProblem ? messages.urlProblem : undefined}
        />
        <Theirs view={view} value={typed?.theirs} />
        <div>
          <Button>{messages.submit}</Button>
        </div>
        <p class="fine-print">{messages.fine}</p>
      </PostForm>
    </section>
  );
}

function ChosenCall({ view, typed, chosen }: SignaturePageProps & { chosen: RejectedRequest }): VNode {
  const { signatureHelp: messages, text } = messagesFor(view.locale);
  return (
    <section class="sheet stack" aria-labelledby="chosen">
      <h2 id="chosen">{text(messages.request.chosen, { id: chosen.requestId })}</h2>
      <p>
        <code>{callText(chosen)}</code>
      </p>
      <PostForm action={PATH} sessionId={view.formKey} carry={{ request: chosen.requestId }} class="stack">
        <Theirs view={view} value={typed?.theirs} />
        <div class="actions">
          <Button>{messages.submit}</Button>
          <a href={PATH}>{messages.request.other}</a>
        </div>
        <p class="fine-print">{messages.fine}</p>
      </PostForm>
    </section>
  );
}

function Theirs({ view, value }: { view: SettingsView; value: string | undefined }): VNode {
  const { signatureHelp: messages } = messagesFor(view.locale);
  return (
    <TextArea name="theirs" label={messages.theirs} hint={messages.theirsHint} value={value} maxLength={MAX_PASTED} />
  );
}

function Recent({ view, recent }: Pick<SignaturePageProps, 'view' | 'recent'>): VNode {
  const {
    signatureHelp: { recent: messages },
    text,
  } = messagesFor(view.locale);
  const columns = [
    {
      key: 'when',
      title: messages.when,
      cell: ({ at }: RejectedRequest) => (
        <Moment at={new Date(at)} locale={view.locale} timeZone={view.company.timeZone} />
      ),
    },
    { key: 'call', title: messages.call, cell: (call: RejectedRequest) => <code>{callText(call)}</code> },
  ];
  const explain = {
    key: 'explain',
    title: '',
    cell: ({ requestId }: RejectedRequest) => (
      <a
        class="nowrap"
        href={`${PATH}?request=${encodeURIComponent(requestId)}`}
        aria-label={text(messages.explainOf, { id: requestId })}
      >
        {messages.explain}
      </a>
    ),
  };
  return (
    <section class="sheet stack" aria-labelledby="recent">
      <h2 id="recent">{messages.title}</h2>
      <p class="muted">{recent.length === 0 ? messages.none : messages.lead}</p>
      {recent.length > 0 && (
        <DataTable
          caption={messages.title}
          columns={view.may('administrator') ? [...columns, explain] : columns}
          rows={recent}
          keyOf={({ requestId, at }) => `${requestId} ${at}`}
        />
      )}
    </section>
  );
}

const SHOWN = 160;

/** The request without personal and signing parameters, shortened to fit a table row. */
function callText({ method, target }: RejectedRequest): string {
  const text = `${method} ${redactTarget(target)}`;
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
