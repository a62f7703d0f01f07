import { type AnswerValidator, type ApiDocument, createAnswerValidator } from './gateway/response-validator.ts';
import type { CallRecorder } from './recorder.ts';
import { type Key, signedPath } from './signer.ts';

export type CallOptions = {
  /** Parameters beside those of the signature. */
  query?: Record<string, string | number>;
  /** Parameters sent in brackets: `{page: {$ne: '1'}}` is `page[$ne]=1`. */
  brackets?: Record<string, Record<string, string>>;
  headers?: Record<string, string>;
  /** A value is sent as JSON, URLSearchParams as a form, text and bytes as they are. */
  body?: unknown;
  contentType?: string | null;
  /** Keeps the call as the example of the reference. */
  example?: boolean;
};

export type CompanyAnswer<T = unknown> = { status: number; headers: Headers; text: string; json: T };

/** Signed calls of one key; every answer is held to the OpenAPI document before a test sees it. */
export type CompanyApi = {
  call<T = Json>(method: string, path: string, options?: CallOptions): Promise<CompanyAnswer<T>>;
  get<T = Json>(path: string, options?: CallOptions): Promise<CompanyAnswer<T>>;
  post<T = Json>(path: string, body?: unknown, options?: CallOptions): Promise<CompanyAnswer<T>>;
  put<T = Json>(path: string, body?: unknown, options?: CallOptions): Promise<CompanyAnswer<T>>;
  delete<T = Json>(path: string, options?: CallOptions): Promise<CompanyAnswer<T>>;
};

export type ApiUnderTest = {
  document: ApiDocument;
  validator: AnswerValidator;
  /** The calls that were answered, by name. */
  reached: Set<string>;
  api(key: Key): CompanyApi;
};

// biome-ignore lint/suspicious/noExplicitAny: what a test reads out of JSON, it asserts
export type Json = any;

export async function openCompanyApi(url: string, recorder?: CallRecorder): Promise<ApiUnderTest> {
  const document = (await (await fetch(`${url}/docs/openapi.json`)).json()) as ApiDocument;
  const validator = createAnswerValidator(document);
  const reached = new Set<string>();
  const call = async (key: Key, method: string, path: string, options: CallOptions): Promise<CompanyAnswer> => {
    const query = Object.fromEntries(Object.entries(options.query ?? {}).map(([name, value]) => [name, String(value)]));
    const { body, contentType } = bodyOf(options);
    const headers = { ...(contentType ? { 'Content-Type': contentType } : {}), ...options.headers };
    const response = await fetch(url + signedPath(method, path, key, query, options.brackets), {
      method,
      headers,
      body: body ?? null,
      redirect: 'manual',
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const answer = { status: response.status, headers: response.headers, text: bytes.toString('utf8') };
    validator.validate(method, path, answer);
    const name = validator.operationAt(method, path);
    if (name && answer.status < 400) reached.add(name);
    if (name && options.example && answer.status < 400)
      recorder?.record(name, { method, path, query, headers, body }, { ...answer, bytes });
    const isJson = answer.text !== '' && response.headers.get('Content-Type')?.includes('json');
    const json = isJson ? JSON.parse(answer.text) : undefined;
    return { ...answer, json };
  };
  return {
    document,
    validator,
    reached,
    api: (key) => ({
      call: (method, path, options = {}) => call(key, method, path, options) as Promise<CompanyAnswer<Json>>,
      get: (path, options = {}) => call(key, 'GET', path, options) as Promise<CompanyAnswer<Json>>,
      post: (path, body, options = {}) => call(key, 'POST', path, { ...options, body }) as Promise<CompanyAnswer<Json>>,
      put: (path, body, options = {}) => call(key, 'PUT', path, { ...options, body }) as Promise<CompanyAnswer<Json>>,
      delete: (path, options = {}) => call(key, 'DELETE', path, options) as Promise<CompanyAnswer<Json>>,
    }),
  };
}

function bodyOf({ body, contentType }: CallOptions): {
  body: string | Uint8Array<ArrayBuffer> | undefined;
  contentType: string | null;
} {
  const label = (usual: string) => (contentType === undefined ? usual : contentType);
  if (body === undefined) return { body: undefined, contentType: contentType ?? null };
  if (body instanceof URLSearchParams)
    return { body: body.toString(), contentType: label('application/x-www-form-urlencoded') };
  if (typeof body === 'string') return { body, contentType: label('application/json') };
  if (body instanceof Uint8Array) return { body: new Uint8Array(body), contentType: label('application/json') };
  return { body: JSON.stringify(body), contentType: label('application/json') };
}
