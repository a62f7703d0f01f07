import type { ApiAddresses } from '@vitae/proto/api-reference';
import type { VNode } from 'preact';
import { Field } from '../../components/form.tsx';
import { consoleScript, signerScript } from '../../layout/assets.ts';
import { DocumentationPage } from './documentation-page.tsx';
import { scalarModule } from './scalar-bundle.ts';

/** The reference with search, code samples and a console. Its scripts sign requests in the browser. */
export function ConsolePage({ COMPANY_API_URL, USER_API_URL, OAUTH_URL }: ApiAddresses): VNode {
  return (
    <DocumentationPage title="API reference" path="/docs" wide head={<script type="module" src={consoleScript.path} />}>
      <div class="console-bar">
        <p id="signed-as" role="status">
          Choose an operation and select Test Request. This browser signs it with your key.
        </p>
        <button type="button" id="enter-key" class="button button-primary" disabled>
          Try it: enter a key
        </button>
        <nav aria-label="Other formats">
          <a href="/docs/reference">Reference without JavaScript</a> <a href="/docs/openapi.json">OpenAPI</a>
        </nav>
      </div>
      <KeyDialog />
      <div
        id="content"
        class="console"
        data-module={scalarModule}
        data-signer={signerScript.path}
        data-document="/docs/console.json"
        data-company-api={COMPANY_API_URL}
        data-user-api={USER_API_URL}
        data-oauth={OAUTH_URL}
      >
        <p id="loading">
          The interactive reference needs JavaScript.{' '}
          <a href="/docs/reference">Open the reference without JavaScript</a>
        </p>
      </div>
    </DocumentationPage>
  );
}

function KeyDialog(): VNode {
  return (
    <dialog id="key-dialog" class="sheet" aria-labelledby="key-title">
      <div class="stack">
        <h2 id="key-title">Sign requests</h2>
        <p>
          Keys and secrets stay in the memory of this page until you close or reload it. They are not stored, and
          secrets are not sent.
        </p>
        <div role="radiogroup" aria-label="API" class="console-choice">
          <label>
            <input type="radio" name="api" value="company" checked /> Company API: a key
          </label>
          <label>
            <input type="radio" name="api" value="user" /> User API: an application
          </label>
        </div>
        <p id="key-problem" class="notice notice-bad" role="alert" hidden />
        <form id="company-form" class="stack" autocomplete="off">
          <Field name="key" label="Key" hint="Starts with vt_live_" autocomplete="off" />
          <Field name="secret" label="Secret" type="password" autocomplete="off" />
          <p class="muted">
            No key yet? An administrator{' '}
            <a href="/settings/keys" target="_blank" rel="noopener">
              creates keys under Settings
            </a>
            .{' '}
            <a href="/docs/first-request" target="_blank" rel="noopener">
              First request
            </a>{' '}
            says how to get one on your own machine.
          </p>
          <Buttons submit="Use this key" />
        </form>
        <form id="user-form" class="stack" autocomplete="off" hidden>
          <Field name="consumerKey" label="Consumer key" autocomplete="off" />
          <Field name="consumerSecret" label="Consumer secret" type="password" autocomplete="off" />
          <div id="verify" class="stack" hidden>
            <p>
              <a id="authorize" target="_blank" rel="noopener noreferrer" href="/docs/oauth">
                Open the authorization page
              </a>
              , sign in as the CV owner, grant access and copy the code.
            </p>
            <Field name="verifier" label="Code" autocomplete="off" />
          </div>
          <p class="muted">
            The application needs the callback <code>oob</code>. See{' '}
            <a href="/docs/oauth" target="_blank" rel="noopener">
              OAuth
            </a>
            .
          </p>
          <Buttons submit="Continue" />
        </form>
      </div>
    </dialog>
  );
}

function Buttons({ submit }: { submit: string }): VNode {
  return (
    <p class="console-buttons">
      <button type="submit" class="button button-primary">
        {submit}
      </button>{' '}
      <button type="button" class="button button-secondary close-dialog">
        Cancel
      </button>
    </p>
  );
}
