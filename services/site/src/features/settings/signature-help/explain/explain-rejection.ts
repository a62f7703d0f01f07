import { createSecretKey } from 'node:crypto';
import type { Outcome } from '@vitae/accounts/consumption/counter';
import { secretRecord } from '@vitae/accounts/keys/key-manager';
import { type KeyState, type KeyStore, type StoredKey, stateOf } from '@vitae/accounts/keys/key-store';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import { canonicalStrings, concatenations } from '@vitae/accounts/signatures/canonical';
import type { Compatibility } from '@vitae/accounts/signatures/compatibility';
import { readCredentials, TIMESTAMP } from '@vitae/accounts/signatures/credentials';
import * as hmac from '@vitae/accounts/signatures/hmac';
import * as md5 from '@vitae/accounts/signatures/md5';
import { type Parameters, plainValue } from '@vitae/accounts/signatures/parameters';
import { textOf } from '@vitae/accounts/signatures/percent-encoding';
import { type SignedRequest, signedRequest } from '@vitae/accounts/signatures/signed-request';
import { TIMESTAMP_TOLERANCE } from '@vitae/accounts/signatures/verify-request';
import { parseRequestTarget } from '@vitae/kit/http/request-target';
import { type Difference, firstDifference } from './compare-canonical.ts';
import { findFaults } from './find-faults.ts';
import type { SignatureFault } from './signature-faults.ts';

/** A rejected request as its sender knows it. */
export type QuestionedCall = {
  companyId: number;
  method: string;
  /** A full URL, or path and query. */
  url: string;
  /** Milliseconds since 1970: the time of the rejection, or now. */
  at: number;
  /** The outcome recorded by the gateway, if known. */
  cause?: Outcome | undefined;
  /** The compatibility profile with which the gateway would have accepted the request, if known. */
  suggestion?: Compatibility | undefined;
  /** The sender's string to sign, if known. */
  theirs?: string | undefined;
};

/** A result of the analysis. */
export type Finding =
  | { is: 'missingParameter' | 'repeatedParameter'; name: string }
  | { is: 'unknownKey' | 'revokedKey' | 'expiredKey' }
  | { is: 'invalidNonce' | 'milliseconds' | 'invalidTimestamp' | 'nonceUsed' | 'limited' }
  /** The request would have been accepted with the compatibility profile. */
  | { is: 'nonceReused' | 'arrayText' }
  | { is: 'hashUsed' | 'networkNotAllowed' | 'endpointNotAllowed' }
  /** Seconds that the timestamp is ahead, or behind if negative; `byNow` if the time of the request is unknown. */
  | { is: 'outOfWindow'; seconds: number; byNow?: true }
  | { is: 'rightSignature' | 'otherSecret' }
  | { is: 'fault'; fault: SignatureFault };

export type Explanation = {
  findings: Finding[];
  /** The expected strings to sign, without the secret; several if the request is ambiguous. */
  ours: string[];
  difference: Difference | undefined;
};

export type ExplainDependencies = { keys: Pick<KeyStore, 'find'>; box: Pick<SecretBox, 'open'> };

/**
 * Explains to a company why a request with its own key was rejected. Neither accepts the request nor reveals a
 * signature. Keys of other companies are reported as unknown, as in the public response.
 */
export async function explainRejection(call: QuestionedCall, { keys, box }: ExplainDependencies): Promise<Explanation> {
  const target = parseRequestTarget(call.url);
  const request = signedRequest(call.method.toUpperCase(), target);
  const { parameters } = request;
  const apikey = plainValue(parameters, 'apikey') ?? '';
  const owner = apikey === '' ? undefined : await keys.find(apikey);
  const stored = owner?.companyId === call.companyId ? owner : undefined;
  const ours = stored ? signedStrings(request, stored).map(readable) : [];
  const explanation = { ours, difference: call.theirs ? firstDifference(ours, call.theirs) : undefined };

  const credentials = readCredentials(parameters);
  if ('cause' in credentials) return { ...explanation, findings: [formFinding(credentials, parameters)] };
  if (!stored) return { ...explanation, findings: [{ is: 'unknownKey' }] };
  const secret = createSecretKey(Buffer.from(box.open(stored.sealedSecret, secretRecord(stored.key)), 'utf8'));
  const { scheme } = stored;
  const { hash } = credentials;
  const signature = async (): Promise<Finding[]> => {
    if ((scheme === 'hmac' ? hmac : md5).verify(request, hash, secret)) return [{ is: 'rightSignature' }];
    if (scheme === 'md5' && md5.verifyArrayText(request, hash, secret))
      return [{ is: stored.compatibility ? 'rightSignature' : 'arrayText' }];
    const host = URL.canParse(call.url) ? new URL(call.url).host : undefined;
    const faults = await findFaults({ scheme, request, query: target.query, host, hash, secret });
    return faults?.map((fault) => ({ is: 'fault', fault })) ?? [{ is: 'otherSecret' }];
  };
  const found = keyFindings(call, stored);
  const time = isHeldToTime(stored, call) ? timeFindings(credentials.timestamp, call) : [];
  // The timestamp of a pasted URL ages, so its findings come last.
  const findings = call.cause
    ? [...found, ...time, ...(await signature())]
    : [...found, ...(await signature()), ...time];
  return { ...explanation, findings };
}

function keyFindings(call: QuestionedCall, stored: StoredKey): Finding[] {
  const findings: Finding[] = [];
  const state = stateThen(call, stored);
  if (state !== 'active') findings.push({ is: state === 'revoked' ? 'revokedKey' : 'expiredKey' });
  if (call.cause === 'nonce_used') findings.push({ is: usedFinding(call, stored) });
  if (call.cause === 'network_not_allowed') findings.push({ is: 'networkNotAllowed' });
  if (call.cause === 'endpoint_not_allowed') findings.push({ is: 'endpointNotAllowed' });
  if (call.cause?.startsWith('limited_')) findings.push({ is: 'limited' });
  return findings;
}

function usedFinding({ suggestion }: QuestionedCall, { scheme }: StoredKey) {
  if (suggestion) return 'nonceReused';
  return scheme === 'hmac' ? 'nonceUsed' : 'hashUsed';
}

/** Returns the state of the key at the time of the request. The recorded outcome takes precedence over the clock. */
function stateThen({ at, cause }: QuestionedCall, { expiresAt, revokedAt }: StoredKey): KeyState {
  const wasRevoked = cause === 'revoked_key' || (revokedAt !== null && revokedAt.getTime() <= at);
  return stateOf({ expiresAt, revokedAt: wasRevoked ? revokedAt : null }, at);
}

function isHeldToTime({ scheme, timestampPolicy }: StoredKey, { cause }: QuestionedCall): boolean {
  // The fence of a historical key may require current timestamps for some requests.
  return scheme === 'hmac' || timestampPolicy === 'enforce' || cause === 'timestamp_out_of_range';
}

function timeFindings(timestamp: string, { at, cause }: QuestionedCall): Finding[] {
  if (!TIMESTAMP.test(timestamp)) return [{ is: 'invalidTimestamp' }];
  const seconds = Number(timestamp) - Math.floor(at / 1000);
  return Math.abs(seconds) > TIMESTAMP_TOLERANCE
    ? [{ is: 'outOfWindow', seconds, ...(!cause && { byNow: true as const }) }]
    : [];
}

/** Findings that the gateway reports before it looks up the key. */
function formFinding(rejection: { cause: string; message: string }, parameters: Parameters): Finding {
  const name = rejection.message.slice(rejection.message.indexOf(':') + 2);
  if (rejection.cause === 'missing_parameter') return { is: 'missingParameter', name };
  if (rejection.cause === 'repeated_parameter') return { is: 'repeatedParameter', name };
  if (rejection.cause === 'invalid_nonce') return { is: 'invalidNonce' };
  const timestamp = plainValue(parameters, 'timestamp') ?? '';
  return { is: /^\d{13}$/.test(timestamp) ? 'milliseconds' : 'invalidTimestamp' };
}

function signedStrings({ method, path, parameters }: SignedRequest, { scheme }: StoredKey): string[] {
  if (parameters.repeated !== undefined) return [];
  return scheme === 'hmac' ? canonicalStrings(method, path, parameters) : concatenations(parameters);
}

/** Decodes bytes for display. */
function readable(bytes: string): string {
  return textOf(bytes) ?? bytes;
}
