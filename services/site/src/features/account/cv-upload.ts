import type { Request } from 'express';

/** The form that uploads a file. Like routes, the path matches in any letter case. */
export const IMPORT_PATH = '/account/cvs/import';

const PICTURE_PATH =
  /^\/account\/cvs\/\d{1,15}\/edit\/(?:photo|experiences\/\d{1,15}\/logo|portfolios\/\d{1,15}\/picture)$/;

const PART_PATH = /^\/account\/cvs\/\d{1,15}\/edit\/[a-z]{1,20}(?:\/(?:\d{1,15}|new))?$/;

/**
 * Whether a request uploads a CV or a picture, or saves a part of a CV. Bodies that are too large are received, so that
 * the form can report them.
 */
export function isCvUpload({ method, path }: Pick<Request, 'method' | 'path'>): boolean {
  const form = path.toLowerCase().replace(/\/$/, '');
  return method === 'POST' && (form === IMPORT_PATH || PICTURE_PATH.test(form) || PART_PATH.test(form));
}
