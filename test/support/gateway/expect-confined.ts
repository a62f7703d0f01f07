import type { PageResponse } from './web-visitor.ts';

/** Expects the security headers of a page without scripts, which may load only the own stylesheet and post to the own origin. */
export function expectConfined({ headers, text }: PageResponse): void {
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(text).not.toMatch(/<script|\son\w+=|\sstyle=|<style/i);
}
