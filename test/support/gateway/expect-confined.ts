import type { PageResponse } from './web-visitor.ts';

/** Holds a page without script to what it may do: show our stylesheet, post to us, and nothing else. */
export function expectConfined({ headers, text }: PageResponse): void {
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(text).not.toMatch(/<script|\son\w+=|\sstyle=|<style/i);
}
