import type { JsonSchema, OpenApiOperation, RecordedExample, ReferenceOperation } from '@vitae/proto/api-reference';
import type { VNode } from 'preact';
import { Paragraph, Prose } from './prose.tsx';
import { SchemaText } from './schema-text.tsx';

export type OperationSectionProps = {
  route: ReferenceOperation;
  operation: OpenApiOperation;
};

/** The documentation of one operation. */
export function OperationSection({ route, operation }: OperationSectionProps): VNode {
  const [path = '', ...others] = route.paths;
  return (
    <article id={route.name} class="call stack-tight" aria-labelledby={`${route.name}-title`}>
      <h3 id={`${route.name}-title`}>
        <a href={`/docs/reference/${route.name}`}>{route.summary}</a>
      </h3>
      <p class="address">
        <span class={`method method-${route.method.toLowerCase()}`}>{route.method}</span> <code>{templated(path)}</code>
        <span class="quota">{route.api === 'company' ? QUOTAS[route.quota] : KEYS[Number(route.apiKeyAlone)]}</span>
      </p>
      {others.length > 0 && (
        <p class="muted">
          Also available at {new Intl.ListFormat('en').format(others.map(templated))} for existing integrations.
        </p>
      )}
      <Paragraph text={route.description} />
      <Parameters operation={operation} />
      {operation.requestBody && <Body body={operation.requestBody} />}
      <Responses operation={operation} />
      <p class="errors">
        Errors:{' '}
        {route.errors.map(([status, reasons]) => (
          <span key={status}>
            {status}{' '}
            {reasons.map((reason) => (
              <a key={reason} href={`/docs/errors#${reason}`}>
                {reason}
              </a>
            ))}
          </span>
        ))}
        <span>
          {route.api === 'company' ? 403 : 401} <a href="/docs/errors#rejected">rejected</a>
        </span>
      </p>
      {route.example && <Example example={route.example} />}
    </article>
  );
}

const KEYS = ['OAuth', 'OAuth or apiKey'] as const;
const QUOTAS = { standard: 'standard quota', intensive: 'intensive quota', free: 'free' } as const;

function Parameters({ operation: { parameters } }: Pick<OperationSectionProps, 'operation'>): VNode | null {
  if (parameters.length === 0) return null;
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">In</th>
            <th scope="col">Description</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ name, in: where, required, description, schema }) => (
            <tr key={`${where} ${name}`}>
              <th scope="row">
                <code>{name}</code>
                {required ? ' (required)' : ''}
              </th>
              <td>{where}</td>
              <td>
                <Paragraph text={description} />
                <SchemaText schema={schema as JsonSchema} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Body({ body }: { body: NonNullable<OpenApiOperation['requestBody']> }): VNode {
  return (
    <div>
      <h4>Body{body.required ? '' : ' (optional)'}</h4>
      <Paragraph text={body.description} />
      {Object.keys(body.content).some((type) => type.startsWith('image/')) && (
        <p>The image itself, a form with one file (multipart/form-data), or:</p>
      )}
      <SchemaText schema={body.content['application/json']?.schema ?? {}} />
    </div>
  );
}

type Response = { description: string; content?: Record<string, { schema: JsonSchema }> };

function Responses({ operation: { responses } }: Pick<OperationSectionProps, 'operation'>): VNode {
  const successes = Object.entries(responses as Record<string, Response>).filter(([status]) => status.startsWith('2'));
  return (
    <div>
      {successes.map(([status, { description, content = {} }]) => (
        <div key={status}>
          <h4>
            {status} <Prose text={description} />
          </h4>
          {Object.entries(content).map(([type, { schema }]) =>
            type === 'application/json' && Object.keys(schema).length > 0 ? (
              <SchemaText key={type} schema={schema} />
            ) : (
              <p key={type}>
                <code>{type}</code>
              </p>
            ),
          )}
        </div>
      ))}
    </div>
  );
}

function Example({ example: { request, response } }: { example: RecordedExample }): VNode {
  return (
    <details>
      <summary>Recorded example</summary>
      <pre class="wire">
        <code>
          {wireText([`${request.method} ${request.path} HTTP/1.1`, ...headerLines(request.headers)], request.body)}
        </code>
      </pre>
      <pre class="wire">
        <code>
          {wireText([`HTTP/1.1 ${response.status}`, ...headerLines(response.headers)], bodyText(response.body))}
        </code>
      </pre>
    </details>
  );
}

function wireText(head: string[], body: string | undefined): string {
  return body === undefined || body === '' ? head.join('\n') : `${head.join('\n')}\n\n${body}`;
}

function headerLines(headers: Record<string, string>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

function bodyText(body: unknown): string | undefined {
  return typeof body === 'string' || body === undefined ? body : JSON.stringify(body, null, 2);
}

export function templated(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}
