import type { RejectedRequest } from '@vitae/accounts/consumption/rejected-requests';
import { MAX_QUERY_BYTES } from '@vitae/accounts/signatures/parameters';
import type { VNode } from 'preact';
import { Button, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { TextArea } from '../../../components/text-area.tsx';
import { tooLongError } from '../../../components/too-long.ts';
import { messagesFor } from '../../../locales/messages.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import type { Explanation } from './explain/explain-rejection.ts';
import { ExplanationSection } from './explanation-section.tsx';
import { HelpHeading, helpPaths } from './help-heading.tsx';
import { keyFindingText } from './key-findings.ts';
import { callText, RecentRequests } from './recent-requests.tsx';

export type SignaturePageProps = {
  view: SettingsView;
  recent: readonly RejectedRequest[];
  /** The rejected request selected from the list; undefined if it is no longer stored. */
  chosen?: RejectedRequest | undefined;
  isGone?: boolean;
  /** The input, shown again. */
  typed?: { method: string; url: string; theirs: string };
  urlProblem?: boolean;
  /** Seconds to wait before the next explanation. */
  tooMany?: number | undefined;
  explanation?: Explanation | undefined;
};

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'];
const PATH = helpPaths.key;
/** Fits a URL with the longest query, and its string to sign. */
export const MAX_PASTED = 2 * MAX_QUERY_BYTES;

export function SignaturePage(props: SignaturePageProps): VNode {
  const { view, recent, chosen, isGone = false, typed, tooMany, explanation } = props;
  const { signatureHelp: messages, text } = messagesFor(view.locale);
  return (
    <SettingsPage view={{ ...view, address: PATH }} area="signature" title={messages.title}>
      <HelpHeading locale={view.locale} path={PATH} lead={messages.lead} />
      {tooMany !== undefined && <Notice kind="bad">{text(messages.tooMany, { seconds: tooMany })}</Notice>}
      {isGone && <Notice kind="bad">{messages.request.gone}</Notice>}
      {explanation && (
        <ExplanationSection
          locale={view.locale}
          findings={explanation.findings.map((finding) => keyFindingText(view.locale, finding))}
          ours={explanation.ours}
          expected={messages.result.ours}
          difference={explanation.difference}
          hasTheirs={Boolean(typed?.theirs)}
        />
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
      <RecentRequests view={view} recent={recent} path={PATH} lead={messages.recent.lead} />
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
          required
          error={tooLongError(view.locale, typed?.url, MAX_PASTED) ?? (urlProblem ? messages.urlProblem : undefined)}
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
    <TextArea
      name="theirs"
      label={messages.theirs}
      hint={messages.theirsHint}
      value={value}
      error={tooLongError(view.locale, value, MAX_PASTED)}
    />
  );
}
