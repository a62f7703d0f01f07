import { rejectionCauses } from '@vitae/accounts/signatures/rejection';
import type { ApiReference, OpenApiDocument, ReferenceOperation } from '@vitae/proto/api-reference';
import type { VNode } from 'preact';
import { referenceStylesheet, stylesheet } from '../../layout/assets.ts';
import { ErrorReference, OperationSection, templated } from './operation-section.tsx';
import { Paragraph } from './prose.tsx';
import { SchemaText } from './schema-text.tsx';

/** The reference of the company API on one page, without JavaScript or external resources. */
export function ReferencePage({ reference }: { reference: ApiReference }): VNode {
  const { document, operations, oauthProblems } = reference;
  const groups = reference.groups.map((group) => ({
    group,
    operations: operations.filter((operation) => operation.group === group),
  }));
  return (
    <DocumentationPage title="Company API">
      <div class="reference">
        <Contents groups={groups} />
        <main id="content" class="stack-wide">
          <Introduction document={document} />
          {groups.map(({ group, operations: inGroup }) => (
            <section key={group} id={anchor(group)} class="stack-wide">
              <h2>{group}</h2>
              {inGroup.map((route) => (
                <OperationSection key={route.name} route={route} operation={operationOf(document, route)} />
              ))}
            </section>
          ))}
          <Schemas document={document} />
          <section id="errors" class="stack-tight">
            <h2>Errors</h2>
            <p>
              Errors have the form{' '}
              <code>{'{"error": {"code": 404, "message": "…", "details": [{"field": "…", "message": "…"}]}}'}</code>.
              With <code>Accept: application/problem+json</code>, they follow RFC 9457 and their <code>reason</code> is
              one of the following.
            </p>
            <ErrorReference />
          </section>
          <RejectedRequests oauthProblems={oauthProblems} />
        </main>
      </div>
    </DocumentationPage>
  );
}

/** The layout of every documentation page. */
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
            <a href="/docs">Reference</a> <a href="/docs/signing">Signing requests</a> <a href="/docs/oauth">OAuth</a>{' '}
            <a href="/docs/openapi.json">OpenAPI</a>
          </nav>
        </header>
        {children}
      </body>
    </html>
  );
}

function Contents({ groups }: { groups: { group: string; operations: ReferenceOperation[] }[] }): VNode {
  return (
    <nav class="contents" aria-label="Operations">
      {groups.map(({ group, operations: inGroup }) => (
        <div key={group}>
          <a class="contents-group" href={`#${anchor(group)}`}>
            {group}
          </a>
          <ul>
            {inGroup.map(({ name, method, paths, summary }) => (
              <li key={name}>
                <a href={`#${name}`} title={`${method} ${templated(paths[0] ?? '')}`}>
                  {summary}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <a class="contents-group" href="#schemas">
        Schemas
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
        Send requests to <code>{document.servers[0]?.url}</code> and <a href="/docs/signing">sign each request</a>. This
        reference is also available as an <a href="/docs/openapi.json">OpenAPI 3.1 document</a>.
      </p>
      {document.info.description.split('\n\n').map((paragraph) => (
        <Paragraph key={paragraph} text={paragraph} />
      ))}
    </section>
  );
}

function Schemas({ document }: { document: OpenApiDocument }): VNode {
  return (
    <section id="schemas" class="stack-tight">
      <h2>Schemas</h2>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <section key={name} id={`schema-${name}`}>
          <h3>{name}</h3>
          <SchemaText schema={schema} />
        </section>
      ))}
    </section>
  );
}

function RejectedRequests({ oauthProblems }: { oauthProblems: readonly string[] }): VNode {
  return (
    <section id="rejected" class="stack-tight">
      <h2>Rejected requests</h2>
      <p>
        A request that cannot be authenticated returns status 403 with one line of text. Unknown, revoked and expired
        keys return the same response. The consumption log counts rejections by cause: {rejectionCauses.join(', ')}. See{' '}
        <a href="/docs/signing">Signing requests</a> for solutions.
      </p>
      <p>
        The user API returns status 401 with <code>WWW-Authenticate: OAuth</code> and a form body whose{' '}
        <code>oauth_problem</code> is one of {oauthProblems.join(', ')}, or status 400 in the cases of RFC 5849 section
        3.2. See <a href="/docs/oauth">OAuth</a> for the authorization steps.
      </p>
    </section>
  );
}

function operationOf({ paths }: OpenApiDocument, route: ReferenceOperation) {
  const operation = paths[templated(route.paths[0] ?? '')]?.[route.method.toLowerCase()];
  if (!operation) throw new TypeError(`${route.name} is not in the OpenAPI document`);
  return operation;
}

/** Returns the id of a heading, as GitHub forms it for plain words. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
