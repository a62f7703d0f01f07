import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export type ReceivedResponse = { status: number; headers: Headers; text: string };

type Schema = Record<string, unknown>;
type Response = { $ref?: string; headers?: Record<string, unknown>; content?: Record<string, { schema: Schema }> };
type Operation = { operationId: string; responses: Record<string, Response> };
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response>; schemas: Record<string, Schema> };
};

export type ResponseValidator = {
  /** Returns the operation id for a method and path; undefined if there is none. */
  operationAt(method: string, path: string): string | undefined;
  /** Throws if the response does not conform to the document. */
  validate(method: string, path: string, response: ReceivedResponse): void;
};

const QUOTA_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Statuses of requests that are not authenticated, which have no quota headers. */
const UNAUTHENTICATED = [403, 414, 503];

/** Validates responses against the OpenAPI document. */
export function createResponseValidator(document: ApiDocument): ResponseValidator {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'api');
  const compiled = new Map<Schema, ValidateFunction>();
  const check = (schema: Schema, value: unknown, what: string) => {
    const validate = compiled.get(schema) ?? ajv.compile(absolute(schema));
    compiled.set(schema, validate);
    if (!validate(value)) throw new Error(`${what} is not as documented: ${ajv.errorsText(validate.errors)}`);
  };
  const find = (method: string, path: string) => findOperation(document, method === 'HEAD' ? 'GET' : method, path);
  return {
    operationAt: (method, path) => find(method, path)?.operationId,
    validate: (method, path, { status, headers, text }) => {
      const what = `${method} ${path} → ${status}`;
      if (!headers.get('X-Request-Id')) throw new Error(`${what} has no X-Request-Id`);
      if (method === 'OPTIONS' && status === 204) return requireHeaders(headers, ['Allow', 'Vary'], what);
      if (!isUnauthenticated(path, status, headers) && !isUnreadable(status, text))
        requireHeaders(headers, QUOTA_HEADERS, what);
      if (status === 401 || (status >= 400 && isProblem(headers))) requireHeaders(headers, ['WWW-Authenticate'], what);
      const operation = find(method, path);
      if (!operation) {
        if (![403, 404, 405, 429].includes(status)) throw new Error(`${what}, but nothing is documented there`);
        const form = headers.get('Content-Type')?.startsWith('application/problem+json') ? 'Problem' : 'Error';
        if (status !== 403 && !isXml(headers))
          check(document.components.schemas[form] as Schema, JSON.parse(text), what);
        return;
      }
      const response = responseOf(document, operation, status);
      if (!response) throw new Error(`${what} is not documented for ${operation.operationId}: ${text.slice(0, 300)}`);
      if (status < 300) requireHeaders(headers, Object.keys(response.headers ?? {}).filter(isRequired), what);
      checkBody(response, headers, method === 'HEAD' ? undefined : text, what, check);
    },
  };
}

/** Returns whether the response is an OAuth problem, which is form-encoded. */
function isProblem(headers: Headers): boolean {
  return headers.get('Content-Type')?.startsWith(FORM_TYPE) ?? false;
}

function isXml(headers: Headers): boolean {
  return headers.get('Content-Type')?.startsWith('application/xml') ?? false;
}

/** Returns whether the query was rejected before it was parsed, so that the caller is unknown. */
function isUnreadable(status: number, text: string): boolean {
  return status === 400 && text.includes('There are more than 1000 parameters.');
}

function isUnauthenticated(path: string, status: number, headers: Headers): boolean {
  // The user API parses the body and finds the route before it authenticates.
  const isOwn = !path.startsWith('/api/v1/') && [401, 405, 413].includes(status);
  return isOwn || isProblem(headers) || UNAUTHENTICATED.includes(status);
}

type Check = (schema: Schema, value: unknown, what: string) => void;

function checkBody(
  { content = {} }: Response,
  headers: Headers,
  text: string | undefined,
  what: string,
  check: Check,
): void {
  const type = headers.get('Content-Type')?.split(';', 1)[0] ?? '';
  const documented = content[type];
  if (!documented) {
    if (Object.keys(content).length > 0 || (text ?? '') !== '')
      throw new Error(`${what} has the content type "${type}", which is not documented`);
    return;
  }
  if (type.endsWith('json') && text !== undefined && Object.keys(documented.schema).length > 0)
    check(documented.schema, JSON.parse(text), what);
  if (type === FORM_TYPE && text !== undefined)
    check(documented.schema, Object.fromEntries(new URLSearchParams(text)), what);
}

const OPTIONAL_HEADERS = ['Retry-After', 'ETag', 'X-Total-Count-At-Least'];

function isRequired(header: string): boolean {
  return !OPTIONAL_HEADERS.includes(header);
}

function requireHeaders(headers: Headers, names: readonly string[], what: string): void {
  const missing = names.filter((name) => headers.get(name) === null);
  if (missing.length > 0) throw new Error(`${what} has no ${missing.join(', ')}`);
}

function responseOf({ components }: ApiDocument, { responses }: Operation, status: number): Response | undefined {
  const response = responses[String(status)];
  return response?.$ref ? components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
}

/** Prefers literal segments to parameters, like the gateway. */
function findOperation({ paths }: ApiDocument, method: string, path: string): Operation | undefined {
  const segments = path.replace(/\/$/, '').split('/');
  const matching = Object.keys(paths).filter((template) => {
    const parts = template.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, index) => part === segments[index] || (part.startsWith('{') && segments[index] !== ''))
    );
  });
  const byLiterals = matching.toSorted((a, b) => literals(b).localeCompare(literals(a)));
  for (const template of byLiterals) {
    const operation = paths[template]?.[method.toLowerCase()];
    if (operation) return operation;
  }
  return undefined;
}

const literals = (template: string) =>
  template
    .split('/')
    .map((part) => (part.startsWith('{') ? '0' : '1'))
    .join('');

/** Makes the references of a schema absolute. */
function absolute(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as Schema;
}
