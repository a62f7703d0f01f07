import type { RejectedRequest } from '@vitae/accounts/consumption/rejected-requests';
import type { VNode } from 'preact';
import { Button, PostForm } from '../../../../components/form.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { Select } from '../../../../components/select.tsx';
import { TextArea } from '../../../../components/text-area.tsx';
import { tooLongError } from '../../../../components/too-long.ts';
import { messagesFor } from '../../../../locales/messages.ts';
import { SettingsPage } from '../../settings-page.tsx';
import type { SettingsView } from '../../settings-view.ts';
import { ExplanationSection } from '../explanation-section.tsx';
import { HelpHeading, helpPaths } from '../help-heading.tsx';
import { callText, RecentRequests } from '../recent-requests.tsx';
import type { OAuthExplanation } from './explain/explain-oauth.ts';
import { oauthFindingText } from './oauth-findings.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'];
/** "" for a request without a body. */
export const CONTENT_TYPES = [
  '',
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data',
  'other',
];
/** The maximum lengths. Together, they fit into a form even if every character is escaped. */
const MAX = { url: 8_000, authorization: 4_000, body: 6_000, theirs: 12_000 };
type LimitedField = keyof typeof MAX;

/** Returns whether a text is longer than can be explained. */
export function isTooLong(typed: Record<LimitedField, string>): boolean {
  return Object.entries(MAX).some(([name, max]) => typed[name as LimitedField].length > max);
}

export type TypedOAuthRequest = {
  method: string;
  url: string;
  authorization: string;
  contentType: string;
  body: string;
  theirs: string;
};

export type OAuthPageProps = {
  view: SettingsView;
  recent: readonly RejectedRequest[];
  /** The rejected request selected from the list. */
  chosen?: RejectedRequest | undefined;
  /** The selected request is no longer stored. */
  isGone?: boolean;
  /** The input, shown again. */
  typed?: TypedOAuthRequest;
  urlProblem?: boolean;
  /** Seconds to wait before the next explanation. */
  tooMany?: number | undefined;
  explanation?: OAuthExplanation | undefined;
};

const PATH = helpPaths.oauth;

export function OAuthPage(props: OAuthPageProps): VNode {
  const { view, recent, isGone = false, typed, tooMany, explanation } = props;
  const { signatureHelp, oauthHelp, text } = messagesFor(view.locale);
  return (
    <SettingsPage view={{ ...view, address: PATH }} area="signature" title={oauthHelp.title}>
      <HelpHeading locale={view.locale} path={PATH} lead={oauthHelp.lead} />
      {tooMany !== undefined && <Notice kind="bad">{text(signatureHelp.tooMany, { seconds: tooMany })}</Notice>}
      {isGone && <Notice kind="bad">{signatureHelp.request.gone}</Notice>}
      {explanation && (
        <ExplanationSection
          locale={view.locale}
          findings={explanation.findings.map((finding) => oauthFindingText(view.locale, finding))}
          ours={explanation.ours}
          expected={oauthHelp.ours}
          difference={explanation.difference}
          hasTheirs={Boolean(typed?.theirs)}
        />
      )}
      {view.may('administrator') ? <Question {...props} /> : <p>{signatureHelp.viewer}</p>}
      <RecentRequests view={view} recent={recent} path={PATH} lead={oauthHelp.recent} />
    </SettingsPage>
  );
}

function Question({ view, chosen, typed, urlProblem = false }: OAuthPageProps): VNode {
  const { signatureHelp, oauthHelp, text } = messagesFor(view.locale);
  const errorOf = (name: LimitedField) => tooLongError(view.locale, typed?.[name], MAX[name]);
  return (
    <section class="sheet stack" aria-labelledby="question">
      <h2 id="question">
        {chosen ? text(signatureHelp.request.chosen, { id: chosen.requestId }) : signatureHelp.paste}
      </h2>
      {chosen && (
        <p>
          <code>{callText(chosen)}</code>
        </p>
      )}
      <PostForm action={PATH} sessionId={view.formKey} carry={{ request: chosen?.requestId }} class="stack">
        {!chosen && (
          <>
            <Select
              name="method"
              label={signatureHelp.method}
              value={typed?.method ?? 'GET'}
              options={METHODS.map((value) => ({ value, text: value }))}
            />
            <TextArea
              name="url"
              label={oauthHelp.url}
              value={typed?.url}
              required
              error={errorOf('url') ?? (urlProblem ? oauthHelp.urlProblem : undefined)}
            />
          </>
        )}
        <TextArea
          name="authorization"
          label={oauthHelp.authorization}
          hint={oauthHelp.authorizationHint}
          value={typed?.authorization}
          error={errorOf('authorization')}
        />
        <Select
          name="contentType"
          label={oauthHelp.contentType}
          value={typed?.contentType ?? ''}
          options={CONTENT_TYPES.map((value) => ({ value, text: contentTypeText(value, oauthHelp) }))}
        />
        <TextArea
          name="body"
          label={oauthHelp.body}
          hint={oauthHelp.bodyHint}
          value={typed?.body}
          error={errorOf('body')}
        />
        <TextArea
          name="theirs"
          label={oauthHelp.theirs}
          hint={oauthHelp.theirsHint}
          value={typed?.theirs}
          error={errorOf('theirs')}
        />
        <div class="actions">
          <Button>{signatureHelp.submit}</Button>
          {chosen && <a href={PATH}>{oauthHelp.other}</a>}
        </div>
        <p class="fine-print">{oauthHelp.fine}</p>
      </PostForm>
    </section>
  );
}

function contentTypeText(value: string, messages: { withoutBody: string; otherType: string }): string {
  if (value === '') return messages.withoutBody;
  return value === 'other' ? messages.otherType : value;
}
