/** The start page of the settings. */
export const START = '/settings';
export const SIGN_IN = '/settings/sign-in';
const MAX_LENGTH = 2_000;

/** Returns the sign-in page that continues to this settings page. */
export function signInAddress(wanted: string): string {
  const next = safeNext(wanted);
  return next === START ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(next)}`;
}

/** Returns the settings page to continue to; never another site (open redirect) or the sign-in page. */
export function safeNext(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > MAX_LENGTH) return START;
  const here = 'http://here.invalid';
  const url = URL.parse(wanted, here);
  if (!url || url.origin !== here || !wanted.startsWith('/')) return START;
  const isPage = /^\/settings(\/[\w-]+)*$/.test(url.pathname) && !url.pathname.startsWith(SIGN_IN);
  return isPage ? `${url.pathname}${url.search}` : START;
}
