import { isDeepStrictEqual } from 'node:util';
import { type ByteString, bytesOf, decodeForm } from '../percent-encoding.ts';
import { OAuthProblem } from './oauth-problem.ts';

/** A decoded parameter; names and values are byte strings. */
export type Parameter = { name: ByteString; value: ByteString };

/** The parts of a request that its signature covers. */
export type SignedRequest = {
  method: string;
  /** Public address of the API, for example https://cv.example.com. */
  publicUrl: string;
  /** The request target as received: raw path and query. */
  target: string;
  authorization: string | undefined;
  contentType: string | undefined;
  /** Empty if the body is large: `readBody` reads it. */
  body: Buffer;
  readBody?: (() => Promise<Buffer>) | undefined;
};

/** More than any client sends. Parameters are sorted for the signature. */
const MAX_PARAMETERS = 1_000;

const FORM = /^application\/x-www-form-urlencoded(?:[ \t]*;|$)/i;

export function isForm(contentType: string | undefined): boolean {
  return FORM.test(contentType ?? '');
}

/**
 * Returns the parameters of the query, the Authorization header and a form body (RFC 5849 section 3.4.1.3.1). A
 * protocol parameter that appears in two places with the same value counts once. Different values, or a repetition in
 * one place, are rejected (section 3.2).
 * @throws {OAuthProblem} `parameter_rejected`
 */
export function collectParameters(request: SignedRequest): Parameter[] {
  return merge(placesOf(request));
}

/**
 * Returns the parameters without those of the Authorization header that repeat the query or the form: some clients copy
 * all parameters into the header, but sign each only once. Returns undefined if nothing is repeated, or if the values of a
 * name differ.
 */
export function collectParametersOnce(request: SignedRequest): Parameter[] | undefined {
  const [query, header, form] = placesOf(request);
  const rest = withoutCopies(header, [...query, ...form]);
  return rest && merge([query, rest, form]);
}

type Places = readonly [query: Parameter[], header: Parameter[], form: Parameter[]];

function placesOf({ target, authorization, contentType, body }: SignedRequest): Places {
  const question = target.indexOf('?');
  const places: Places = [
    question < 0 ? [] : parseForm(target.slice(question + 1)),
    readAuthorizationHeader(authorization) ?? [],
    isForm(contentType) ? parseForm(body.toString('latin1')) : [],
  ];
  if (places.flat().length > MAX_PARAMETERS) throw tooManyParameters();
  return places;
}

function withoutCopies(header: readonly Parameter[], others: readonly Parameter[]): Parameter[] | undefined {
  const repeated = new Set(others.filter((other) => !isProtocol(other)).map(({ name }) => name));
  const copies = header.filter(({ name }) => repeated.has(name));
  const copied = new Set(copies.map(({ name }) => name));
  const originals = others.filter(({ name }) => copied.has(name));
  const isSame = copies.length > 0 && isDeepStrictEqual(sorted(copies), sorted(originals));
  return isSame ? header.filter(({ name }) => !copied.has(name)) : undefined;
}

function sorted(parameters: readonly Parameter[]): Parameter[] {
  const order = (a: ByteString, b: ByteString) => (a < b ? -1 : Number(a > b));
  return [...parameters].sort((a, b) => order(a.name, b.name) || order(a.value, b.value));
}

function merge(places: Places): Parameter[] {
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

/** Parses application/x-www-form-urlencoded as W3C defines it, including empty and repeated parameters. */
function parseForm(text: string): Parameter[] {
  const parameters: Parameter[] = [];
  let count = 0;
  for (let start = 0; start < text.length; ) {
    if (++count > MAX_PARAMETERS) throw tooManyParameters();
    const ampersand = text.indexOf('&', start);
    const end = ampersand < 0 ? text.length : ampersand;
    if (end > start) parameters.push(parsePair(text.slice(start, end)));
    start = end + 1;
  }
  return parameters;
}

function parsePair(pair: string): Parameter {
  const equals = pair.indexOf('=');
  return equals < 0
    ? { name: decodeForm(pair), value: '' }
    : { name: decodeForm(pair.slice(0, equals)), value: decodeForm(pair.slice(equals + 1)) };
}

function tooManyParameters(): OAuthProblem {
  return new OAuthProblem('parameter_rejected', `A request has at most ${MAX_PARAMETERS} parameters.`);
}

function isProtocol({ name }: Parameter): boolean {
  return name.startsWith('oauth_');
}

function contradiction(name: ByteString): OAuthProblem {
  const facts = { oauth_parameters_rejected: name.slice(0, 100) };
  return new OAuthProblem('parameter_rejected', 'A protocol parameter was sent twice.', { facts });
}

const SCHEME = /^OAuth(?:[ \t]+|$)/i;
// A name and a quoted value; some clients omit the quotes. White space is bounded to prevent catastrophic backtracking.
const PAIR = /\s{0,64}([^\s=,"]+)\s{0,64}=\s{0,64}(?:"([^"]*)"|([^\s,"]*))\s{0,64}(?:,|$)/y;

/**
 * Returns the parameters of an `Authorization: OAuth …` header without realm (RFC 5849 sections 3.5.1 and 3.4.1.3.1),
 * or undefined if the header is absent or has another scheme.
 * @throws {OAuthProblem} `parameter_rejected`
 */
function readAuthorizationHeader(header: string | undefined): Parameter[] | undefined {
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
