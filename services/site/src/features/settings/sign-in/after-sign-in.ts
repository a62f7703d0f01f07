/** Where the settings begin. */
const START = '/settings';
const SIGN_IN = '/settings/sign-in';
const MAX_LENGTH = 2_000;

/** The sign-in page that leads on to this address of the settings. */
export function signInAddress(wanted: string): string {
  const next = safeNext(wanted);
  return next === START ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(next)}`;
}

/** A page of the settings to go on to: nothing that is asked leads to another site, or back to signing in. */
export function safeNext(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > MAX_LENGTH) return START;
  const here = 'http://here.invalid';
  const url = URL.parse(wanted, here);
  if (!url || url.origin !== here || !wanted.startsWith('/')) return START;
  const isPage = /^\/settings(\/[\w-]+)*$/.test(url.pathname) && !url.pathname.startsWith(SIGN_IN);
  return isPage ? `${url.pathname}${url.search}` : START;
}
