import { invalid } from '@vitae/kit/errors';

/** The callback of a client that cannot be called back: the verifier is shown instead (RFC 5849 section 2.1). */
export const OUT_OF_BAND = 'oob';

const MAX_LENGTH = 2_000;
// Schemes that a browser runs or reads locally; an app's own scheme has a dot (RFC 8252 section 7.1) or at least is none of these.
const FORBIDDEN_SCHEMES = /^(javascript|data|vbscript|file|blob|about|filesystem|ws|wss|ftp|mailto|tel|view-source):$/;

/** The callback that an application registers; its query is not compared later. */
export function parseRegisteredCallback(callback: string): string {
  if (callback === OUT_OF_BAND) return callback;
  const url = parse(callback);
  if (!url) throw invalid(`The callback ${JSON.stringify(callback.slice(0, 200))} is not an absolute address.`);
  if (FORBIDDEN_SCHEMES.test(url.protocol)) throw invalid(`A callback cannot be a ${url.protocol} address.`);
  if (url.username || url.password) throw invalid('A callback cannot hold a user name or a password.');
  if (url.hash || callback.includes('#')) throw invalid('A callback cannot have a fragment.');
  return callback;
}

/** Whether the callback's origin and path are one of those registered, or it is `oob`. */
export function isRegistered(callback: string, registered: readonly string[]): boolean {
  if (callback === OUT_OF_BAND) return true;
  const url = parse(callback);
  if (!url || url.username || url.password || callback.includes('#')) return false;
  return registered.some((one) => {
    const known = parse(one);
    return known !== undefined && place(known) === place(url);
  });
}

/** The callback with parameters added to its query, whatever it carries already (RFC 5849 section 2.2). */
export function withParameters(callback: string, parameters: Record<string, string>): string {
  const added = new URLSearchParams(parameters).toString();
  const separator = !callback.includes('?') ? '?' : /[?&]$/.test(callback) ? '' : '&';
  return new URL(`${callback}${separator}${added}`).href;
}

function place({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

function parse(callback: string): URL | undefined {
  // Whatever the URL parser would mend (spaces, backslashes, control characters) is not what was registered.
  if (callback.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(callback) || callback.includes('\\')) return undefined;
  return URL.parse(callback) ?? undefined;
}
