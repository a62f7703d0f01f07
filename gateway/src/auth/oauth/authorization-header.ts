import { type ByteString, bytesOf, decodeForm } from '@vitae/accounts/signatures/percent-encoding';
import { OAuthProblem } from './oauth-problem.ts';
import type { Parameter } from './signed-request.ts';

const SCHEME = /^OAuth(?:[ \t]+|$)/i;
// A name and a quoted value; some clients omit the quotes. White space is bounded to prevent catastrophic backtracking.
const PAIR = /\s{0,64}([^\s=,"]+)\s{0,64}=\s{0,64}(?:"([^"]*)"|([^\s,"]*))\s{0,64}(?:,|$)/y;

/**
 * Returns the parameters of an `Authorization: OAuth …` header without realm (RFC 5849 sections 3.5.1 and 3.4.1.3.1),
 * or undefined if the header is absent or has another scheme.
 * @throws {OAuthProblem} `parameter_rejected`
 */
export function readAuthorizationHeader(header: string | undefined): Parameter[] | undefined {
  const scheme = header === undefined ? null : SCHEME.exec(header);
  if (header === undefined || !scheme) return undefined;
  const parameters: Parameter[] = [];
  const rest = header.slice(scheme[0].length).trimEnd();
  for (PAIR.lastIndex = 0; PAIR.lastIndex < rest.length; ) {
    const pair = PAIR.exec(rest);
    if (!pair)
      throw new OAuthProblem(
        'parameter_rejected',
        'The Authorization header must have the form OAuth name="value", name="value".',
      );
    const name = decodePercent(pair[1] ?? '');
    if (name.toLowerCase() !== 'realm') parameters.push({ name, value: decodePercent(pair[2] ?? pair[3] ?? '') });
  }
  return parameters;
}

/** Decodes percent-encoding. Unlike in a form, `+` is literal (RFC 5849 section 3.6). */
function decodePercent(text: string): ByteString {
  return decodeForm(bytesOf(text).replaceAll('+', '%2B'));
}
