import {
  collectParameters,
  type Parameter,
  type SignedRequest,
} from '@vitae/accounts/signatures/oauth/collect-parameters';
import { textOf } from '@vitae/accounts/signatures/percent-encoding';
import type { OAuthFault } from './oauth-faults.ts';
import type { OAuthDeviation } from './oauth-recipe.ts';

const FORM = 'application/x-www-form-urlencoded';
/** Parameters that are tried one by one as left out. */
const MAX_LEFT_OUT = 30;
const MAX_NAME = 100;

/** The sets of parameters that clients sign instead of those that they send. */
export function membersOf(request: SignedRequest, sent: readonly Parameter[]): OAuthDeviation[] {
  const { target, body } = request;
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  const query = question < 0 ? '' : target.slice(question + 1);
  const protocolQuery = query.split('&').filter((pair) => pair.startsWith('oauth_'));
  const text = body.toString('latin1');
  return [
    setAs('bodyNotSigned', () => collected({ ...request, contentType: undefined })),
    setAs('bodySigned', () => (text.includes('=') ? collected({ ...request, contentType: FORM }) : undefined)),
    setAs('queryNotSigned', () => collected({ ...request, target: `${path}?${protocolQuery.join('&')}` })),
    setAs('plusAsPlus', () =>
      collected({
        ...request,
        target: path + (query && `?${query.replaceAll('+', '%2B')}`),
        body: Buffer.from(text.replaceAll('+', '%2B'), 'latin1'),
      }),
    ),
    setAs('repeatedOnce', () => distinct(sent, ({ name, value }) => `${name}=${value}`)),
    setAs('repeatedOnce', () => distinct(sent, ({ name }) => name)),
    setAs('repeatedOnce', () => distinct([...sent].reverse(), ({ name }) => name)),
    setAs('emptyLeftOut', () => sent.filter(({ value }) => value !== '')),
    setAs('milliseconds', () =>
      sent.map((one) => (one.name === 'oauth_timestamp' ? { ...one, value: `${one.value}000` } : one)),
    ),
    ...leftOut(sent),
    ...added(sent, request.authorization),
  ];
}

function leftOut(sent: readonly Parameter[]): OAuthDeviation[] {
  const names = [...new Set(sent.map(({ name }) => name))].filter((name) => name !== 'oauth_signature');
  return names
    .slice(0, MAX_LEFT_OUT)
    .map((left) => setAs('parameterLeftOut', () => sent.filter(({ name }) => name !== left), shown(left)));
}

/** Parameters that libraries sign without sending them, or that must not be signed. */
function added(sent: readonly Parameter[], authorization: string | undefined): OAuthDeviation[] {
  const realm = /\brealm="([^"]{0,200})"/i.exec(authorization ?? '')?.[1];
  const extra: Parameter[] = [
    { name: 'oauth_token', value: '' },
    { name: 'oauth_version', value: '1.0' },
    { name: 'oauth_callback', value: '' },
    { name: 'oauth_verifier', value: '' },
    ...(realm === undefined ? [] : [{ name: 'realm', value: realm }]),
  ];
  const absent = extra.filter(({ name }) => !sent.some((one) => one.name === name));
  return [
    ...absent.map((one) => setAs('parameterAdded', () => [...sent, one], one.name)),
    {
      fault: { fault: 'parameterAdded', name: 'oauth_signature' },
      apply: (recipe) => ({ ...recipe, parameters: [...recipe.parameters, { name: 'oauth_signature', value: '' }] }),
    },
  ];
}

/** `change` returns undefined, or the same parameters, if the fault makes no difference. */
function setAs(fault: OAuthFault, change: () => readonly Parameter[] | undefined, name?: string): OAuthDeviation {
  return {
    fault: { fault, ...(name !== undefined && { name }) },
    apply: (recipe) => {
      const parameters = change()?.filter((one) => one.name !== 'oauth_signature');
      if (!parameters || isSame(parameters, recipe.parameters)) return undefined;
      return { ...recipe, parameters };
    },
  };
}

function isSame(a: readonly Parameter[], b: readonly Parameter[]): boolean {
  return a.length === b.length && a.every((one, at) => one.name === b[at]?.name && one.value === b[at]?.value);
}

function distinct(parameters: readonly Parameter[], keyOf: (parameter: Parameter) => string): Parameter[] {
  return [...new Map(parameters.map((one) => [keyOf(one), one])).values()];
}

/** Returns undefined if Vitae would reject the parameters. */
function collected(request: SignedRequest): Parameter[] | undefined {
  try {
    return collectParameters(request);
  } catch {
    // Such a request cannot be the one that was signed.
    return undefined;
  }
}

export function shown(name: string): string {
  return (textOf(name) ?? name).slice(0, MAX_NAME);
}
