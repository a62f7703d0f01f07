import type { ExampleRecorder } from './example-recorder.ts';
import { type ApiDocument, createResponseValidator, type ResponseValidator } from './gateway/response-validator.ts';
import { type Key, signedPath } from './signer.ts';

export type RequestOptions = {
  /** Parameters except those of the signature. */
  query?: Record<string, string | number>;
  /** Parameters sent in brackets: `{page: {$ne: '1'}}` is `page[$ne]=1`. */
  brackets?: Record<string, Record<string, string>>;
  headers?: Record<string, string>;
  /** Objects are sent as JSON, URLSearchParams as a form, strings and bytes unchanged. */
  body?: unknown;
  contentType?: string | null;
  /** Records the request as the example of the API reference. */
  example?: boolean;
};

export type CompanyResponse<T = unknown> = { status: number; headers: Headers; text: string; json: T };

/** Sends signed requests with one key. Every response is validated against the OpenAPI document. */
export type CompanyApi = {
  request<T = Json>(method: string, path: string, options?: RequestOptions): Promise<CompanyResponse<T>>;
  get<T = Json>(path: string, options?: RequestOptions): Promise<CompanyResponse<T>>;
  post<T = Json>(path: string, body?: unknown, options?: RequestOptions): Promise<CompanyResponse<T>>;
  put<T = Json>(path: string, body?: unknown, options?: RequestOptions): Promise<CompanyResponse<T>>;
  delete<T = Json>(path: string, options?: RequestOptions): Promise<CompanyResponse<T>>;
};

export type ApiUnderTest = {
  document: ApiDocument;
  validator: ResponseValidator;
  /** Names of the operations that responded with success. */
  reachedOperations: Set<string>;
  api(key: Key): CompanyApi;
};

// biome-ignore lint/suspicious/noExplicitAny: tests assert what they read from JSON
export type Json = any;

export async function openCompanyApi(url: string, recorder?: ExampleRecorder): Promise<ApiUnderTest> {
  const document = (await (await fetch(`${url}/docs/openapi.json`)).json()) as ApiDocument;
  const validator = createResponseValidator(document);
  const reached = new Set<string>();
  const call = async (key: Key, method: string, path: string, options: RequestOptions): Promise<CompanyResponse> => {
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
    const received = { status: response.status, headers: response.headers, text: bytes.toString('utf8') };
    validator.validate(method, path, received);
    const name = validator.operationAt(method, path);
    if (name && received.status < 400) reached.add(name);
    if (name && options.example && received.status < 400)
      recorder?.record(name, { method, path, query, headers, body }, { ...received, bytes });
    const isJson = received.text !== '' && response.headers.get('Content-Type')?.includes('json');
    const json = isJson ? JSON.parse(received.text) : undefined;
    return { ...received, json };
  };
  return {
    document,
    validator,
    reachedOperations: reached,
    api: (key) => ({
      request: (method, path, options = {}) => call(key, method, path, options) as Promise<CompanyResponse<Json>>,
      get: (path, options = {}) => call(key, 'GET', path, options) as Promise<CompanyResponse<Json>>,
      post: (path, body, options = {}) =>
        call(key, 'POST', path, { ...options, body }) as Promise<CompanyResponse<Json>>,
      put: (path, body, options = {}) => call(key, 'PUT', path, { ...options, body }) as Promise<CompanyResponse<Json>>,
      delete: (path, options = {}) => call(key, 'DELETE', path, options) as Promise<CompanyResponse<Json>>,
    }),
  };
}

function bodyOf({ body, contentType }: RequestOptions): {
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
