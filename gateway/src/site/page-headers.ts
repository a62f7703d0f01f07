import type { Response } from 'express';

export type PageAllowances = {
  /** Sources besides our own that a form of the page may lead to. */
  formTargets?: readonly string[];
  /** Whether the page has a script file of ours, which may ask us for more. */
  script?: boolean;
};

/** What a page may do: show our stylesheet, post to us. No inline script, no frame around it, no copy kept. */
export function setPageHeaders(response: Response, { formTargets = [], script = false }: PageAllowances): void {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    ...(script ? ["script-src 'self'", "connect-src 'self'"] : []),
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  response.set({
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    // A request token in our address is nobody else's business. Our own forms still say where they come from.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Language, Cookie',
  });
}
