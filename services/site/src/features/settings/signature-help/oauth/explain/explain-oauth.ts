import { createHash } from 'node:crypto';
import type { Application } from '@vitae/accounts/applications/applications';
import type { Outcome } from '@vitae/accounts/consumption/counter';
import type { Compatibility } from '@vitae/accounts/signatures/compatibility';
import { baseString, baseStringUri } from '@vitae/accounts/signatures/oauth/base-string';
import {
  collectParameters,
  collectParametersOnce,
  type Parameter,
  type SignedRequest,
} from '@vitae/accounts/signatures/oauth/collect-parameters';
import {
  type ProtocolParameters,
  readProtocolParameters,
  textOfParameter,
} from '@vitae/accounts/signatures/oauth/protocol-parameters';
import { bytesOf } from '@vitae/accounts/signatures/percent-encoding';
import { TIMESTAMP_TOLERANCE } from '@vitae/accounts/signatures/verify-request';
import { parseRequestTarget } from '@vitae/kit/http/request-target';
import { type Difference, firstDifference } from '../../explain/compare-canonical.ts';
import { compareBaseStrings } from './compare-base-strings.ts';
import { findFaultsOfTheirs, findOAuthFaults, type RejectedOAuthSignature } from './find-oauth-faults.ts';
import type { NamedOAuthFault } from './oauth-faults.ts';
import { findingOfProblem, type OAuthFinding } from './oauth-finding.ts';
import { findSigningToken, type OAuthStep, stepOf, type TokenDependencies } from './oauth-token.ts';

/** A rejected request as its sender knows it. */
export type QuestionedOAuthCall = {
  companyId: number;
  method: string;
  /** A full URL, or path and query. */
  url: string;
  authorization: string;
  contentType: string;
  body: string;
  /** Milliseconds since 1970: the time of the rejection, or now. */
  at: number;
  /** The outcome recorded by the gateway, if known. */
  cause?: Outcome | undefined;
  /** The compatibility profile with which the gateway would have accepted the request, if known. */
  suggestion?: Compatibility | undefined;
  /** The sender's base string, or "". */
  theirs: string;
};

export type OAuthExplanation = {
  findings: OAuthFinding[];
  /** The base strings of the request; several if the header repeats parameters, none if the parameters are invalid. */
  ours: string[];
  difference: Difference | undefined;
};

/** What the analysis needs of an application. */
export type ExplainedApplication = Pick<
  Application,
  'id' | 'companyId' | 'consumerKey' | 'consumerSecret' | 'rsaPublicKey'
>;

export type ExplainOAuthDependencies = TokenDependencies & {
  applications: { byConsumerKey(consumerKey: string): Promise<ExplainedApplication | undefined> };
  /** Public addresses of the token endpoints and of the user API. */
  oauthUrl: string;
  userApiUrl: string;
};

/**
 * Explains to a company why a request of its own application was rejected. Neither accepts the request nor reveals a
 * secret or signature. Applications of other companies are reported as unknown, as in the public response.
 */
export async function explainOAuth(
  call: QuestionedOAuthCall,
  dependencies: ExplainOAuthDependencies,
): Promise<OAuthExplanation> {
  const request = requestOf(call, dependencies);
  let parameters: Parameter[];
  try {
    parameters = collectParameters(request);
  } catch (error) {
    return { findings: [findingOfProblem(error)], ours: [], difference: undefined };
  }
  const once = collectParametersOnce(request);
  const accepted = once ? [parameters, once] : [parameters];
  const uri = baseStringUri(request.publicUrl, request.target);
  const ours = accepted.map((one) => baseString(request.method, uri, one));
  const difference = call.theirs === '' ? undefined : firstDifference(ours, call.theirs);
  return { findings: await findingsOf(call, request, { accepted, ours, uri }, dependencies), ours, difference };
}

/** The sets of parameters that may be signed, and their base strings. */
type Accepted = { accepted: readonly (readonly Parameter[])[]; ours: readonly string[]; uri: string };

async function findingsOf(
  call: QuestionedOAuthCall,
  request: SignedRequest,
  { accepted, ours, uri }: Accepted,
  dependencies: ExplainOAuthDependencies,
): Promise<OAuthFinding[]> {
  const [parameters = []] = accepted;
  const step = stepOf(parseRequestTarget(request.target).path);
  let given: ProtocolParameters;
  try {
    given = readProtocolParameters(parameters, REQUIRED[step]);
  } catch (error) {
    return [findingOfProblem(error), ...compared(ours, call.theirs)];
  }
  const application = await dependencies.applications.byConsumerKey(given.consumerKey);
  if (application?.companyId !== call.companyId) return [{ is: 'unknownApplication' }];
  const mismatch = methodMismatch(given, application);
  if (mismatch) return [mismatch];
  const verifier = textOfParameter(parameters, 'oauth_verifier') ?? '';
  const tokenGiven = { token: given.token, verifier };
  const token = await findSigningToken(step, application, tokenGiven, call.at, dependencies);
  const faults = token.faults.map((is): OAuthFinding => ({ is }));
  const time = timeFindings(given.timestamp, call);
  if (token.secret === undefined) return [...faults, ...time, ...compared(ours, call.theirs)];
  const signature = await signatureFindings(
    {
      request,
      writtenUrl: bytesOf(call.url),
      uri,
      accepted,
      signature: given.signature,
      secrets: {
        consumerKey: application.consumerKey,
        consumerSecret: application.consumerSecret,
        token: given.token ?? '',
        tokenSecret: token.secret,
      },
      rsaPublicKey: application.rsaPublicKey,
    },
    ours,
    call.theirs,
  );
  const recorded = recordedFindings(call);
  // The timestamp of a pasted request ages, so its findings come last.
  const all = call.cause ? [...recorded, ...time, ...faults, ...signature] : [...faults, ...signature, ...time];
  return [...all, ...bodyHashFindings(parameters, request)];
}

const REQUIRED: Record<OAuthStep, readonly string[]> = {
  requestToken: ['oauth_callback'],
  accessToken: ['oauth_verifier'],
  api: ['oauth_token'],
};

function requestOf(call: QuestionedOAuthCall, { oauthUrl, userApiUrl }: ExplainOAuthDependencies): SignedRequest {
  const { path, query } = parseRequestTarget(bytesOf(call.url));
  const isOfPages = stepOf(path) !== 'api';
  const publicUrl = isOfPages ? oauthUrl : userApiUrl;
  const prefix = new URL(publicUrl).pathname.replace(/\/$/, '');
  const own = prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
  return {
    method: call.method.toUpperCase(),
    publicUrl,
    target: (own || '/') + (query === '' ? '' : `?${query}`),
    authorization: call.authorization === '' ? undefined : call.authorization,
    contentType: call.contentType === '' ? undefined : call.contentType,
    body: Buffer.from(call.body, 'utf8'),
  };
}

function methodMismatch(
  { signatureMethod }: ProtocolParameters,
  application: ExplainedApplication,
): OAuthFinding | undefined {
  if (application.rsaPublicKey) return signatureMethod === 'RSA-SHA1' ? undefined : { is: 'mustUseRsa' };
  return signatureMethod === 'HMAC-SHA1' ? undefined : { is: 'mustUseHmac' };
}

async function signatureFindings(
  rejected: RejectedOAuthSignature,
  ours: readonly string[],
  theirs: string,
): Promise<OAuthFinding[]> {
  const faults = await findOAuthFaults(rejected);
  if (faults) return faults.length === 0 ? [{ is: 'rightSignature' }] : faults.map(faultFinding);
  if (theirs === '' || ours.includes(theirs)) return [{ is: 'otherSecret' }];
  const faultsOfTheirs = await findFaultsOfTheirs(rejected, theirs);
  const signed: OAuthFinding = { is: faultsOfTheirs ? 'theirsSigned' : 'theirsNotSigned' };
  return [...compared(ours, theirs), signed, ...(faultsOfTheirs ?? []).map(faultFinding)];
}

function faultFinding(fault: NamedOAuthFault): OAuthFinding {
  return { is: 'fault', ...fault };
}

function compared(ours: readonly string[], theirs: string): OAuthFinding[] {
  const [first = ''] = ours;
  return theirs === '' || ours.includes(theirs) ? [] : compareBaseStrings(first, theirs);
}

function timeFindings(timestamp: number, { at, cause }: QuestionedOAuthCall): OAuthFinding[] {
  if (/^\d{13}$/.test(String(timestamp))) return [{ is: 'milliseconds' }];
  const seconds = timestamp - Math.floor(at / 1000);
  if (Math.abs(seconds) <= TIMESTAMP_TOLERANCE) return [];
  return [{ is: 'outOfWindow', seconds, ...(!cause && { byNow: true as const }) }];
}

function recordedFindings({ cause, suggestion }: QuestionedOAuthCall): OAuthFinding[] {
  if (cause === 'nonce_used') return [{ is: suggestion ? 'nonceReused' : 'nonceUsed' }];
  if (cause === 'permission_denied') return [{ is: 'permissionDenied' }];
  return cause?.startsWith('limited_') ? [{ is: 'limited' }] : [];
}

/** Only checks a body that was pasted. */
function bodyHashFindings(parameters: readonly Parameter[], { body }: SignedRequest): OAuthFinding[] {
  const hash = parameters.find(({ name }) => name === 'oauth_body_hash')?.value;
  if (hash === undefined || body.length === 0) return [];
  return createHash('sha1').update(body).digest('base64') === hash ? [] : [{ is: 'bodyHash' }];
}
