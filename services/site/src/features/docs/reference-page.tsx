import type { ApiReference, OpenApiDocument, ReferenceOperation } from '@vitae/proto/api-reference';
import type { VNode } from 'preact';
import { DocumentationPage } from './documentation-page.tsx';
import { OperationSection, templated } from './operation-section.tsx';
import { Paragraph } from './prose.tsx';
import { SchemaText } from './schema-text.tsx';

/** The reference of both APIs on one page, without JavaScript or external resources. */
export function ReferencePage({ reference }: { reference: ApiReference }): VNode {
  const { document, operations } = reference;
  const groups = reference.groups.map((group) => ({
    group,
    operations: operations.filter((operation) => operation.group === group),
  }));
  return (
    <DocumentationPage title="Reference without JavaScript" path="/docs/reference">
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
        </main>
      </div>
    </DocumentationPage>
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
      <a class="contents-group" href="/docs/errors">
        Errors
      </a>
    </nav>
  );
}

function Introduction({ document }: { document: OpenApiDocument }): VNode {
  return (
    <section class="stack-tight">
      <h1>API reference</h1>
      <p>
        Send requests to <code>{document.servers[0]?.url}</code> and <a href="/docs/signing">sign each request</a>. The
        title of an operation leads to code samples. This reference is also available{' '}
        <a href="/docs">with search and a console</a> and as an <a href="/docs/openapi.json">OpenAPI 3.1 document</a>.
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

export function operationOf({ paths }: OpenApiDocument, route: ReferenceOperation) {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  const operation = all.find((one) => (one['x-consumption-name'] ?? one.operationId) === route.name);
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
