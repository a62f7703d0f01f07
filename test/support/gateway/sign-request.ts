import { type KeyObject, randomBytes } from 'node:crypto';
import { baseString, baseStringUri } from '@vitae/accounts/signatures/oauth/base-string';
import { collectParameters, type Parameter } from '@vitae/accounts/signatures/oauth/collect-parameters';
import * as hmacSha1 from '@vitae/accounts/signatures/oauth/hmac-sha1';
import * as rsaSha1 from '@vitae/accounts/signatures/oauth/rsa-sha1';
import { bytesOf, encodeRfc3986 } from '@vitae/accounts/signatures/percent-encoding';

export type Signer = {
  consumerKey: string;
  /** A consumer secret for HMAC-SHA1, or a private key for RSA-SHA1. */
  key: string | KeyObject;
  token?: { token: string; secret: string };
};

export type RequestToSign = {
  method: string;
  url: string;
  /** The form body. */
  form?: string;
  /** Additional protocol parameters, such as oauth_callback, and overrides. */
  protocol?: Record<string, string>;
};

/** Returns the protocol parameters of a signed request, including oauth_signature. */
export function signRequest(
  signer: Signer,
  { method, url, form = '', protocol = {} }: RequestToSign,
  now = Date.now(),
): Record<string, string> {
  const { origin, pathname, search } = new URL(url);
  const sent: Record<string, string> = {
    oauth_consumer_key: signer.consumerKey,
    ...(signer.token ? { oauth_token: signer.token.token } : {}),
    oauth_signature_method: typeof signer.key === 'string' ? 'HMAC-SHA1' : 'RSA-SHA1',
    oauth_timestamp: String(Math.floor(now / 1000)),
    oauth_nonce: randomBytes(16).toString('hex'),
    oauth_version: '1.0',
    ...protocol,
  };
  const request = { method, publicUrl: origin, target: pathname + search, authorization: undefined };
  const unsigned = collectParameters({
    ...request,
    contentType: 'application/x-www-form-urlencoded',
    body: Buffer.from(form),
  });
  const own: Parameter[] = Object.entries(sent).map(([name, value]) => ({
    name: bytesOf(name),
    value: bytesOf(value),
  }));
  const signed = baseString(method, baseStringUri(origin, pathname), [...unsigned, ...own]);
  const secrets = (consumerSecret: string) => ({ consumerSecret, tokenSecret: signer.token?.secret ?? '' });
  const signature =
    typeof signer.key === 'string' ? hmacSha1.sign(signed, secrets(signer.key)) : rsaSha1.sign(signed, signer.key);
  return { ...sent, oauth_signature: signature };
}

/** Returns the Authorization header (RFC 5849 section 3.5.1). */
export function toAuthorizationHeader(parameters: Record<string, string>): string {
  return `OAuth ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${encodeRfc3986(bytesOf(value))}"`)
    .join(', ')}`;
}
