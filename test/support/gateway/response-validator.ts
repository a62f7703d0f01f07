import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export type ReceivedResponse = { status: number; headers: Headers; text: string };

type Schema = Record<string, unknown>;
type Response = { $ref?: string; headers?: Record<string, unknown>; content?: Record<string, { schema: Schema }> };
type Operation = {
  operationId: string;
  'x-consumption-name'?: string;
  'x-aliases'?: string[];
  responses: Record<string, Response>;
};
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response>; schemas: Record<string, Schema> };
};

export type ResponseValidator = {
  /** Returns the name of the route for a method and path, such as `cv.read` or `cv.read.svc`; undefined if there is none. */
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
  const routes = documentedRoutes(document);
  const problemSchema = document.components.schemas.Problem as Schema;
  const find = (method: string, path: string) => findRoute(routes, method === 'HEAD' ? 'GET' : method, path);
  return {
    operationAt: (method, path) => find(method, path)?.name,
    validate: (method, path, { status, headers, text }) => {
      const what = `${method} ${path} → ${status}`;
      if (!headers.get('X-Request-Id')) throw new Error(`${what} has no X-Request-Id`);
      if (status >= 400 && status !== 416 && !isPage(headers) && !headers.get('Link')?.includes('rel="help"'))
        throw new Error(`${what} has no link to the error reference`);
      if (method === 'OPTIONS' && status === 204) return requireHeaders(headers, ['Allow', 'Vary'], what);
      if (!isUnauthenticated(path, status, headers) && !isUnreadable(status, text))
        requireHeaders(headers, QUOTA_HEADERS, what);
      if (status === 401 || (status >= 400 && isProblem(headers))) requireHeaders(headers, ['WWW-Authenticate'], what);
      const route = find(method, path);
      if (!route) {
        if (![403, 404, 405, 429].includes(status)) throw new Error(`${what}, but nothing is documented there`);
        const schema = isProblemDetails(headers) ? problemSchema : (document.components.schemas.Error as Schema);
        if (status !== 403 && !isXml(headers)) check(schema, JSON.parse(text), what);
        return;
      }
      const response = responseOf(document, route.operation, status);
      if (!response) throw new Error(`${what} is not documented for ${route.name}: ${text.slice(0, 300)}`);
      if (status < 300) requireHeaders(headers, Object.keys(response.headers ?? {}).filter(isRequired), what);
      if (isProblemDetails(headers)) return check(problemSchema, JSON.parse(text), what);
      checkBody(response, headers, method === 'HEAD' ? undefined : text, what, check);
    },
  };
}

/** Returns whether the response is an OAuth problem, which is form-encoded. */
function isProblem(headers: Headers): boolean {
  return headers.get('Content-Type')?.startsWith(FORM_TYPE) ?? false;
}

function isProblemDetails(headers: Headers): boolean {
  return headers.get('Content-Type')?.startsWith('application/problem+json') ?? false;
}

function isPage(headers: Headers): boolean {
  return headers.get('Content-Type')?.startsWith('text/html') ?? false;
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
  // XML is documented as a format of JSON responses.
  if (type === 'application/xml' && content['application/json']) return;
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

export type DocumentedRoute = { name: string; method: string; path: string; operation: Operation };

/** Returns every method and path of the document, including aliases. */
export function documentedRoutes({ paths }: ApiDocument): DocumentedRoute[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const all = [`${method.toUpperCase()} ${path}`, ...(operation['x-aliases'] ?? [])];
      return all.map((one): DocumentedRoute => {
        const [verb = '', template = ''] = one.split(' ');
        return { name: routeName(operation, template, all), method: verb, path: template, operation };
      });
    }),
  );
}

/** Adds `svc` or `dyb` to the name at historical paths, so that tests can require requests to each. */
function routeName(operation: Operation, path: string, all: readonly string[]): string {
  const name = operation['x-consumption-name'] ?? operation.operationId;
  const prefixOf = (one: string) => /\/api\/v1\/(svc|dyb)\//.exec(one)?.[1];
  const main = all.find((one) => !prefixOf(one)) ?? all[0];
  const prefix = prefixOf(path);
  return prefix === undefined || main?.endsWith(` ${path}`) ? name : `${name}.${prefix}`;
}

/** Prefers literal segments to parameters, like the gateway. */
function findRoute(routes: readonly DocumentedRoute[], method: string, path: string): DocumentedRoute | undefined {
  const segments = path.replace(/\/$/, '').split('/');
  const matching = routes.filter((route) => {
    const parts = route.path.split('/');
    return (
      route.method === method &&
      parts.length === segments.length &&
      parts.every((part, index) => part === segments[index] || (part.startsWith('{') && segments[index] !== ''))
    );
  });
  return matching.toSorted((a, b) => literals(b.path).localeCompare(literals(a.path)))[0];
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
