import { invalid } from '@vitae/kit/errors';

/** The callback of a client that cannot receive callbacks. The verifier is displayed instead (RFC 5849 section 2.1). */
export const OUT_OF_BAND = 'oob';

const MAX_LENGTH = 2_000;
// Schemes that a browser executes or handles itself. Private-use schemes of apps contain a dot (RFC 8252 section 7.1).
const FORBIDDEN_SCHEMES = /^(javascript|data|vbscript|file|blob|about|filesystem|ws|wss|ftp|mailto|tel|view-source):$/;

/**
 * Validates a callback that an application registers.
 * @throws {VitaeError} INVALID_ARGUMENT
 */
export function parseRegisteredCallback(callback: string): string {
  if (callback === OUT_OF_BAND) return callback;
  const url = parse(callback);
  if (!url) throw invalid(`The callback ${JSON.stringify(callback.slice(0, 200))} is not an absolute URL.`);
  if (FORBIDDEN_SCHEMES.test(url.protocol)) throw invalid(`A callback cannot be a ${url.protocol} URL.`);
  if (url.username || url.password) throw invalid('A callback cannot contain a user name or password.');
  if (url.hash || callback.includes('#')) throw invalid('A callback cannot contain a fragment.');
  return callback;
}

/** Returns whether the callback is `oob` or has the origin and path of a registered one. Queries are not compared. */
export function isRegistered(callback: string, registered: readonly string[]): boolean {
  if (callback === OUT_OF_BAND) return true;
  const url = parse(callback);
  if (!url || url.username || url.password || callback.includes('#')) return false;
  return registered.some((one) => {
    const parsed = parse(one);
    return parsed !== undefined && originAndPath(parsed) === originAndPath(url);
  });
}

/** Appends parameters to the query of the callback (RFC 5849 section 2.2). */
export function withParameters(callback: string, parameters: Record<string, string>): string {
  const added = new URLSearchParams(parameters).toString();
  const separator = !callback.includes('?') ? '?' : /[?&]$/.test(callback) ? '' : '&';
  return new URL(`${callback}${separator}${added}`).href;
}

function originAndPath({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

function parse(callback: string): URL | undefined {
  // The URL parser would normalize spaces, backslashes and control characters, which are never registered.
  if (callback.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(callback) || callback.includes('\\')) return undefined;
  return URL.parse(callback) ?? undefined;
}
