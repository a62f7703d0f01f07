import { validate } from '@vitae/kit/validate';
import { z } from 'zod';

export const MAX_ORIGINS = 10;
/** Longer than any host name with scheme and port. */
const MAX_LENGTH = 280;
// The URL parser would normalize or drop other characters.
const WRITTEN = /^https?:\/\/[\w.:[\]-]+\/?$/i;
/** A page on the computer of a developer may use HTTP. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const origin = z
  .string()
  .max(MAX_LENGTH)
  .transform((text, context) => {
    const url = WRITTEN.test(text) ? URL.parse(text) : null;
    if (url && (url.protocol === 'https:' || LOCAL_HOSTS.has(url.hostname))) return url.origin;
    context.addIssue({
      code: 'custom',
      message: 'must be an origin such as https://app.example.com; only localhost may use http://',
    });
    return z.NEVER;
  });

const originsOfApplication = z.object({ origins: z.array(origin).max(MAX_ORIGINS) });

/**
 * Validates the origins of pages that may call the user API for an application: scheme, host and port, HTTPS except for
 * localhost. Returns them as browsers send them, without duplicates.
 * @throws {VitaeError} INVALID_ARGUMENT
 */
export function parseOrigins(texts: readonly string[]): string[] {
  return [...new Set(validate(originsOfApplication, { origins: texts }).origins)];
}

/** Returns the origins in the form that the audit log stores. */
export function originsDetail(origins: readonly string[]): { origins: string } {
  return { origins: origins.join(' ') };
}

/** Returns whether a text is an origin that an application can have, as a browser sends it. */
export function isOrigin(text: string): boolean {
  const parsed = origin.safeParse(text);
  return parsed.success && parsed.data === text;
}
