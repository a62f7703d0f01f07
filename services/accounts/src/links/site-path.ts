import { z } from 'zod';

const MAX_LENGTH = 500;
/** Visible ASCII characters except the backslash, which browsers read as a slash. */
const PATH = /^\/[!-[\]-~]*$/;

/** A page of the site to which a sign-in link leads. Never an address of another site. */
export const sitePath = z
  .string()
  .max(MAX_LENGTH)
  .regex(PATH, 'must be a path on this site, such as /account, with non-ASCII characters percent-encoded')
  .refine(
    (path) => isNormalized(path),
    'must not start with //, or contain . or .. as segments, or characters that need percent-encoding',
  );

/** Returns whether browsers request the path unchanged. Two slashes at its start begin a host. */
function isNormalized(path: string): boolean {
  const site = 'https://site.example';
  return URL.parse(path, site)?.href === `${site}${path}`;
}
