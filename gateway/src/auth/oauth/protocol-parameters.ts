import { textOf } from '@vitae/accounts/signatures/percent-encoding';
import { OAuthProblem } from './oauth-problem.ts';
import type { Parameter } from './parameters.ts';

export const signatureMethods = ['HMAC-SHA1', 'RSA-SHA1'] as const;
export type SignatureMethod = (typeof signatureMethods)[number];

/** What a signed request says of itself (RFC 5849 section 3.1). */
export type ProtocolParameters = {
  consumerKey: string;
  /** Undefined when left out or empty. */
  token: string | undefined;
  signatureMethod: SignatureMethod;
  signature: string;
  /** Seconds since 1970. */
  timestamp: number;
  nonce: string;
};

const REQUIRED = [
  'oauth_consumer_key',
  'oauth_signature_method',
  'oauth_timestamp',
  'oauth_nonce',
  'oauth_signature',
] as const;
const POSITIVE_INTEGER = /^[1-9]\d{0,14}$/;
const NONCE = /^[\x20-\x7e]{1,128}$/;

/** Whether the request carries anything of OAuth. */
export function hasProtocolParameters(parameters: readonly Parameter[]): boolean {
  return parameters.some(({ name }) => name.startsWith('oauth_'));
}

/** `also` names what the step needs beside what every signed request has. */
export function readProtocolParameters(
  parameters: readonly Parameter[],
  also: readonly string[] = [],
): ProtocolParameters {
  const absent = [...REQUIRED, ...also].filter((name) => !textOfParameter(parameters, name));
  if (absent.length > 0) throw absentProblem(absent);
  const value = (name: (typeof REQUIRED)[number]) => textOfParameter(parameters, name) ?? '';
  checkVersion(textOfParameter(parameters, 'oauth_version'));
  return {
    consumerKey: value('oauth_consumer_key'),
    token: textOfParameter(parameters, 'oauth_token') || undefined,
    signatureMethod: methodOf(value('oauth_signature_method')),
    signature: value('oauth_signature'),
    timestamp: timestampOf(value('oauth_timestamp')),
    nonce: nonceOf(value('oauth_nonce')),
  };
}

/** A protocol parameter's text; names are unique once collected. Undefined when absent. */
export function textOfParameter(parameters: readonly Parameter[], name: string): string | undefined {
  const value = parameters.find((parameter) => parameter.name === name)?.value;
  const text = value === undefined ? '' : textOf(value);
  if (text === undefined) throw rejected(name, `${name} is not UTF-8.`);
  return value === undefined ? undefined : text;
}

export function rejected(name: string, advice: string): OAuthProblem {
  return new OAuthProblem('parameter_rejected', advice, { facts: { oauth_parameters_rejected: name } });
}

function absentProblem(names: readonly string[]): OAuthProblem {
  const facts = { oauth_parameters_absent: names.join('&') };
  return new OAuthProblem('parameter_absent', `Missing: ${names.join(', ')}.`, { facts });
}

// Section 3.1: if present, the version is 1.0. Clients in the field name the revision instead, 1.0A.
function checkVersion(version: string | undefined): void {
  if (version === undefined || /^1\.0a?$/i.test(version)) return;
  throw new OAuthProblem('version_rejected', 'oauth_version is 1.0 or left out.', {
    facts: { oauth_acceptable_versions: '1.0-1.0' },
  });
}

function methodOf(name: string): SignatureMethod {
  const method = signatureMethods.find((known) => known === name);
  if (method) return method;
  throw new OAuthProblem(
    'signature_method_rejected',
    `oauth_signature_method is one of ${signatureMethods.join(', ')}.`,
  );
}

function timestampOf(text: string): number {
  if (POSITIVE_INTEGER.test(text)) return Number(text);
  throw new OAuthProblem('timestamp_refused', 'oauth_timestamp is a positive whole number of seconds since 1970.');
}

function nonceOf(text: string): string {
  if (NONCE.test(text)) return text;
  throw rejected('oauth_nonce', 'oauth_nonce is 1 to 128 printable ASCII characters.');
}
