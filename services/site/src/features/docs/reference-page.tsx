import { rejectionCauses } from '@vitae/accounts/signatures/rejection';
import type { ApiReference, OpenApiDocument, ReferenceOperation } from '@vitae/proto/api-reference';
import type { VNode } from 'preact';
import { referenceStylesheet, stylesheet } from '../../layout/assets.ts';
import { CallSection, ErrorReference, templated } from './operation-section.tsx';
import { Paragraph } from './prose.tsx';
import { Shape } from './shape-text.tsx';

/** The reference of the company API on one page that needs no script and no other host. */
export function ReferencePage({ reference }: { reference: ApiReference }): VNode {
  const { document, operations, oauthProblems } = reference;
  const groups = reference.groups.map((group) => ({
    group,
    calls: operations.filter((operation) => operation.group === group),
  }));
  return (
    <DocumentationPage title="Company API">
      <div class="reference">
        <Contents groups={groups} />
        <main id="content" class="stack-wide">
          <Introduction document={document} />
          {groups.map(({ group, calls }) => (
            <section key={group} id={anchor(group)} class="stack-wide">
              <h2>{group}</h2>
              {calls.map((route) => (
                <CallSection key={route.name} route={route} operation={operationOf(document, route)} />
              ))}
            </section>
          ))}
          <Shapes document={document} />
          <section id="errors" class="stack-tight">
            <h2>Errors</h2>
            <p>
              <code>{'{"error": {"code": 404, "message": "…", "details": [{"field": "…", "message": "…"}]}}'}</code>, or
              with <code>Accept: application/problem+json</code> RFC 9457, where <code>reason</code> is one of these.
            </p>
            <ErrorReference />
          </section>
          <Refusals oauthProblems={oauthProblems} />
        </main>
      </div>
    </DocumentationPage>
  );
}

/** The frame of every page of the documentation. */
export function DocumentationPage({ title, children }: { title: string; children: VNode }): VNode {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Vitae`}</title>
        <link rel="stylesheet" href={stylesheet.path} />
        <link rel="stylesheet" href={referenceStylesheet.path} />
      </head>
      <body class="page page-reference">
        <a class="skip-link" href="#content">
          Skip to content
        </a>
        <header class="masthead">
          <span class="wordmark">Vitae</span>
          <nav aria-label="Documentation">
            <a href="/docs">Reference</a> <a href="/docs/signing">Signing calls</a> <a href="/docs/oauth">OAuth</a>{' '}
            <a href="/docs/openapi.json">OpenAPI</a>
          </nav>
        </header>
        {children}
      </body>
    </html>
  );
}

function Contents({ groups }: { groups: { group: string; calls: ReferenceOperation[] }[] }): VNode {
  return (
    <nav class="contents" aria-label="Calls">
      {groups.map(({ group, calls }) => (
        <div key={group}>
          <a class="contents-group" href={`#${anchor(group)}`}>
            {group}
          </a>
          <ul>
            {calls.map(({ name, method, paths, summary }) => (
              <li key={name}>
                <a href={`#${name}`} title={`${method} ${templated(paths[0] ?? '')}`}>
                  {summary}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <a class="contents-group" href="#shapes">
        Shapes
      </a>
      <a class="contents-group" href="#errors">
        Errors
      </a>
    </nav>
  );
}

function Introduction({ document }: { document: OpenApiDocument }): VNode {
  return (
    <section class="stack-tight">
      <h1>Company API</h1>
      <p>
        Calls go to <code>{document.servers[0]?.url}</code> and are signed:{' '}
        <a href="/docs/signing">how to sign a call</a>. The same facts for programs:{' '}
        <a href="/docs/openapi.json">OpenAPI 3.1</a>.
      </p>
      {document.info.description.split('\n\n').map((paragraph) => (
        <Paragraph key={paragraph} text={paragraph} />
      ))}
    </section>
  );
}

function Shapes({ document }: { document: OpenApiDocument }): VNode {
  return (
    <section id="shapes" class="stack-tight">
      <h2>Shapes</h2>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <section key={name} id={`shape-${name}`}>
          <h3>{name}</h3>
          <Shape schema={schema} />
        </section>
      ))}
    </section>
  );
}

function Refusals({ oauthProblems }: { oauthProblems: readonly string[] }): VNode {
  return (
    <section id="refused" class="stack-tight">
      <h2>Refused calls</h2>
      <p>
        A call that cannot be authenticated is answered 403 with one line of text. Unknown, revoked and expired keys are
        refused alike. The consumption log counts them by cause: {rejectionCauses.join(', ')}.{' '}
        <a href="/docs/signing">What to look at</a>.
      </p>
      <p>
        The user API answers 401 with <code>WWW-Authenticate: OAuth</code> and a form whose <code>oauth_problem</code>{' '}
        is one of {oauthProblems.join(', ')}; 400 where RFC 5849 section 3.2 says so.{' '}
        <a href="/docs/oauth">The steps</a>.
      </p>
    </section>
  );
}

function operationOf({ paths }: OpenApiDocument, route: ReferenceOperation) {
  const operation = paths[templated(route.paths[0] ?? '')]?.[route.method.toLowerCase()];
  if (!operation) throw new TypeError(`${route.name} is not in the OpenAPI document`);
  return operation;
}

function anchor(group: string): string {
  return group.toLowerCase().replace(/[^a-z]+/g, '-');
}
