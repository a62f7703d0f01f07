import type { Response } from 'express';

export type PageAllowances = {
  /** Sources besides our own that a form of the page may lead to. */
  formTargets?: readonly string[];
  /** Whether the page has a script file of ours, which may ask us for more. */
  script?: boolean;
  /** Whether the page shows another page of ours. */
  frame?: boolean;
  /** Whether our own pages may show it in a frame. */
  framed?: boolean;
};

/** Restricts a page to the site's stylesheet and forms: no inline scripts, no framing, no caching. */
export function setPageHeaders(
  response: Response,
  { formTargets = [], script = false, frame = false, framed = false }: PageAllowances,
): void {
  const directives = [
    "style-src 'self'",
    "img-src 'self' data:",
    ...(script ? ["script-src 'self'", "connect-src 'self'"] : []),
    ...(frame ? ["frame-src 'self'"] : []),
    `form-action ${["'self'", ...formTargets].join(' ')}`,
  ];
  confine(response, directives, { framed });
  response.set({ 'Cache-Control': 'no-store', Vary: 'Accept-Language, Cookie' });
}

type Confinement = {
  base?: string;
  /** Whether our own pages may show it in a frame. */
  framed?: boolean;
};

/** Sets a policy with only these directives, and isolates the page from other sites' frames and other windows. */
export function confine(
  response: Response,
  directives: readonly string[],
  { base = "'none'", framed = false }: Confinement = {},
): void {
  const ancestors = `frame-ancestors ${framed ? "'self'" : "'none'"}`;
  const policy = ["default-src 'none'", ...directives, ancestors, `base-uri ${base}`];
  response.set({
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': framed ? 'SAMEORIGIN' : 'DENY',
    'X-Content-Type-Options': 'nosniff',
    // A request token in our address, or a private link, is no business of the sites that a page links to. Our own
    // forms still say where they come from.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
}
