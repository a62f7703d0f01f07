import type { ApiReference, ReferenceOperation } from '@vitae/proto/api-reference';
import type { VNode } from 'preact';
import { originOf } from './console-document.ts';
import { DocumentationPage } from './documentation-page.tsx';
import { OperationSection } from './operation-section.tsx';
import { operationOf } from './reference-page.tsx';
import { codeSamples, sampleRequest } from './samples/code-samples.ts';

/** One operation with programs in every language. */
export function OperationPage({ reference, route }: { reference: ApiReference; route: ReferenceOperation }): VNode {
  const { document } = reference;
  const operation = operationOf(document, route);
  const samples = codeSamples(sampleRequest(route, originOf(operation, document)));
  return (
    <DocumentationPage title={route.summary} path={`/docs/reference/${route.name}`}>
      <main id="content" class="article stack-wide">
        <h1>{route.summary}</h1>
        <h2>Request and response</h2>
        <OperationSection route={route} operation={operation} />
        <section class="stack-tight" aria-labelledby="samples">
          <h2 id="samples">Code samples</h2>
          <p>
            Each program signs this request and sends it. Set{' '}
            <code>
              {route.api === 'company'
                ? 'VITAE_KEY and VITAE_SECRET'
                : 'VITAE_CONSUMER_KEY, VITAE_CONSUMER_SECRET, VITAE_TOKEN and VITAE_TOKEN_SECRET'}
            </code>{' '}
            in its environment.
          </p>
          {samples.map(({ language, source }) => (
            <details key={language} open={language === 'curl'}>
              <summary>{language}</summary>
              <pre>
                <code>{source}</code>
              </pre>
            </details>
          ))}
        </section>
      </main>
    </DocumentationPage>
  );
}
