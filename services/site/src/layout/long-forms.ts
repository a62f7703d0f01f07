import type { Request } from 'express';

/**
 * Whether a request may be a form of a signed-in owner or administrator: they upload files and paste long texts. Bodies
 * that are too large are received, so that the browser shows the response.
 */
export function isLongForm({ method, path }: Pick<Request, 'method' | 'path'>): boolean {
  return method === 'POST' && /^\/(?:account|settings)\//i.test(path);
}
