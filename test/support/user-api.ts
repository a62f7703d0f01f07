import { createHmac, createSign } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import type { ApiUnderTest, CompanyResponse, Json } from './company-api.ts';
import type { ExampleRecorder } from './example-recorder.ts';
import { createResponseValidator, type ResponseValidator } from './gateway/response-validator.ts';

export type Consumer = { consumerKey: string; consumerSecret: string; privateKey?: string };
export type Token = { key: string; secret: string };

export type UserRequestOptions = {
  query?: Record<string, string | number>;
  body?: unknown;
  contentType?: string;
  /** Sent instead of a signature. */
  apiKey?: string;
  example?: boolean;
};

/** Requests to the user API, signed by an independent library. Every response is validated against the OpenAPI document. */
export type UserApi = {
  request(method: string, path: string, options?: UserRequestOptions): Promise<CompanyResponse<Json>>;
  get(path: string, options?: UserRequestOptions): Promise<CompanyResponse<Json>>;
  post(path: string, body: unknown, options?: UserRequestOptions): Promise<CompanyResponse<Json>>;
};

/** Signs with RSA-SHA1 when there is a private key, otherwise with HMAC-SHA1. */
export function oauthSigner({ consumerKey, consumerSecret, privateKey }: Consumer): OAuth {
  return new OAuth({
    consumer: { key: consumerKey, secret: consumerSecret },
    signature_method: privateKey ? 'RSA-SHA1' : 'HMAC-SHA1',
    hash_function: (base, key) =>
      privateKey
        ? createSign('RSA-SHA1').update(base).sign(privateKey, 'base64')
        : createHmac('sha1', key).update(base).digest('base64'),
  });
}

export type UserApiOptions = {
  /** The server that receives the requests; they are signed for `publicUrl`. */
  gateway: string;
  publicUrl: string;
  opened: Pick<ApiUnderTest, 'document' | 'reachedOperations'>;
  consumer: Consumer;
  token: Token;
  recorder?: ExampleRecorder;
};

export function openUserApi({ gateway, publicUrl, opened, consumer, token, recorder }: UserApiOptions): UserApi {
  const validator = createResponseValidator(opened.document);
  const signer = oauthSigner(consumer);
  const call: UserApi['request'] = async (method, path, options = {}) => {
    const { query = {}, body, apiKey } = options;
    const sent = Object.fromEntries(
      Object.entries({ ...query, ...(apiKey ? { apiKey } : {}) }).map(([name, value]) => [name, String(value)]),
    );
    const search = Object.keys(sent).length > 0 ? `?${queryOf(sent)}` : '';
    const signature = apiKey
      ? {}
      : { ...signer.toHeader(signer.authorize({ url: publicUrl + path + search, method }, token)) };
    const headers: Record<string, string> = {
      ...signature,
      ...(body === undefined ? {} : { 'Content-Type': options.contentType ?? 'application/json' }),
    };
    const bytes = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(gateway + path + search, { method, headers, body: bytes ?? null });
    const responseBytes = Buffer.from(await response.arrayBuffer());
    const received = { status: response.status, headers: response.headers, text: responseBytes.toString('utf8') };
    validate(validator, opened, method, path, received);
    const name = validator.operationAt(method, path);
    if (name && options.example && received.status < 400)
      recorder?.record(
        name,
        { method, path, query: sent, headers: withoutSignature(headers), body: bytes },
        { ...received, bytes: responseBytes },
      );
    const json = response.headers.get('Content-Type')?.includes('json') ? JSON.parse(received.text) : undefined;
    return { ...received, json };
  };
  return {
    request: call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { ...options, body }),
  };
}

type ReceivedResponse = { status: number; headers: Headers; text: string };

/** Returns the `oauth_problem` of a form-encoded OAuth error. */
export function problemOf({ text }: Pick<ReceivedResponse, 'text'>): string | null {
  return new URLSearchParams(text).get('oauth_problem');
}

function validate(
  validator: ResponseValidator,
  { reachedOperations: reached }: UserApiOptions['opened'],
  method: string,
  path: string,
  received: ReceivedResponse,
): void {
  validator.validate(method, path, received);
  const name = validator.operationAt(method, path);
  if (name && received.status < 400) reached.add(name);
}

// oauth-1.0a signs `+` literally, but in a form it means a space.
function queryOf(sent: Record<string, string>): string {
  return new URLSearchParams(sent).toString().replaceAll('+', '%20');
}

// A recorded signature would be expired.
function withoutSignature({ Authorization: _signature, ...headers }: Record<string, string>): Record<string, string> {
  return headers;
}
