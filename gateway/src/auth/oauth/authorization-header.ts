import { type ByteString, bytesOf, decodeForm } from '@vitae/accounts/signatures/percent-encoding';
import { OAuthProblem } from './oauth-problem.ts';
import type { Parameter } from './parameters.ts';

const SCHEME = /^OAuth(?:[ \t]+|$)/i;
// A name, then a value in quotes; clients in the field leave the quotes out. White space is bounded: two stretches of it
// that meet would be divided in every way.
const PAIR = /\s{0,64}([^\s=,"]+)\s{0,64}=\s{0,64}(?:"([^"]*)"|([^\s,"]*))\s{0,64}(?:,|$)/y;

/**
 * The parameters of an `Authorization: OAuth …` header, without realm (RFC 5849 sections 3.5.1
 * and 3.4.1.3.1). Undefined when the header is absent or of another scheme.
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
        'The Authorization header is not of the form OAuth name="value", name="value".',
      );
    const name = decodePercent(pair[1] ?? '');
    if (name.toLowerCase() !== 'realm') parameters.push({ name, value: decodePercent(pair[2] ?? pair[3] ?? '') });
  }
  return parameters;
}

/** RFC 5849 section 3.6: unlike in a form, `+` stands for itself. */
function decodePercent(text: string): ByteString {
  return decodeForm(bytesOf(text).replaceAll('+', '%2B'));
}
