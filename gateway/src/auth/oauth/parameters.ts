import { type ByteString, decodeForm } from '@vitae/accounts/signatures/percent-encoding';
import { readAuthorizationHeader } from './authorization-header.ts';
import { OAuthProblem } from './oauth-problem.ts';

/** A decoded parameter; names and values are byte strings. */
export type Parameter = { name: ByteString; value: ByteString };

/** A request as a signature sees it. */
export type SignedRequest = {
  method: string;
  /** The public address of the surface that answers, for example https://cv.example.com. */
  publicUrl: string;
  /** The request target as received: raw path and query. */
  target: string;
  authorization: string | undefined;
  contentType: string | undefined;
  body: Buffer;
};

/** More than any client sends; each one costs a sort. */
const MAX_PARAMETERS = 1_000;

const FORM = /^application\/x-www-form-urlencoded(?:[ \t]*;|$)/i;

/**
 * RFC 5849 section 3.4.1.3.1: the parameters of the query, the Authorization header and a
 * form body. A protocol parameter that stands in two of them with the same value counts once;
 * with two values, or twice in one place, it is refused (section 3.2).
 */
export function collectParameters({ target, authorization, contentType, body }: SignedRequest): Parameter[] {
  const question = target.indexOf('?');
  const places = [
    question < 0 ? [] : parseForm(target.slice(question + 1)),
    readAuthorizationHeader(authorization) ?? [],
    FORM.test(contentType ?? '') ? parseForm(body.toString('latin1')) : [],
  ];
  if (places.flat().length > MAX_PARAMETERS)
    throw new OAuthProblem('parameter_rejected', `A request has at most ${MAX_PARAMETERS} parameters.`);
  const protocol = new Map<ByteString, ByteString>();
  const collected: Parameter[] = [];
  for (const place of places) {
    const here = new Set<ByteString>();
    for (const parameter of place) {
      if (!isProtocol(parameter)) {
        collected.push(parameter);
        continue;
      }
      const elsewhere = protocol.get(parameter.name);
      if (here.has(parameter.name) || (elsewhere !== undefined && elsewhere !== parameter.value))
        throw contradiction(parameter.name);
      here.add(parameter.name);
      if (elsewhere === undefined) collected.push(parameter);
      protocol.set(parameter.name, parameter.value);
    }
  }
  return collected;
}

/** application/x-www-form-urlencoded as W3C has it: empty and repeated parameters are kept. */
function parseForm(text: string): Parameter[] {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0
        ? { name: decodeForm(pair), value: '' }
        : { name: decodeForm(pair.slice(0, equals)), value: decodeForm(pair.slice(equals + 1)) };
    });
}

function isProtocol({ name }: Parameter): boolean {
  return name.startsWith('oauth_');
}

function contradiction(name: ByteString): OAuthProblem {
  const facts = { oauth_parameters_rejected: name.slice(0, 100) };
  return new OAuthProblem('parameter_rejected', 'A protocol parameter was sent twice.', { facts });
}
