import { textOf } from '../percent-encoding.ts';
import type { Parameter } from './collect-parameters.ts';
import { OAuthProblem } from './oauth-problem.ts';

export const signatureMethods = ['HMAC-SHA1', 'RSA-SHA1'] as const;
export type SignatureMethod = (typeof signatureMethods)[number];

/** The protocol parameters of a signed request (RFC 5849 section 3.1). */
export type ProtocolParameters = {
  consumerKey: string;
  /** Undefined if absent or empty. */
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

/** Returns whether any parameter belongs to OAuth. */
export function hasProtocolParameters(parameters: readonly Parameter[]): boolean {
  return parameters.some(({ name }) => name.startsWith('oauth_'));
}

/**
 * Reads and validates the protocol parameters. `also` names further required parameters.
 * @throws {OAuthProblem} if one is missing or invalid.
 */
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

/** Returns the text of a protocol parameter, or undefined if it is absent. */
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

// The version is optional and must be 1.0 (section 3.1). Some clients send the revision 1.0A.
function checkVersion(version: string | undefined): void {
  if (version === undefined || /^1\.0a?$/i.test(version)) return;
  throw new OAuthProblem('version_rejected', 'oauth_version must be 1.0 or absent.', {
    facts: { oauth_acceptable_versions: '1.0-1.0' },
  });
}

function methodOf(name: string): SignatureMethod {
  const method = signatureMethods.find((known) => known === name);
  if (method) return method;
  throw new OAuthProblem(
    'signature_method_rejected',
    `oauth_signature_method must be one of ${signatureMethods.join(', ')}.`,
  );
}

function timestampOf(text: string): number {
  if (POSITIVE_INTEGER.test(text)) return Number(text);
  throw new OAuthProblem('timestamp_refused', 'oauth_timestamp must be a positive integer: seconds since 1970.');
}

function nonceOf(text: string): string {
  if (NONCE.test(text)) return text;
  throw rejected('oauth_nonce', 'oauth_nonce must consist of 1 to 128 printable ASCII characters.');
}
