import type { Request } from 'express';

const PICTURE_UPLOAD = /^\/api\/v1\/cv\/[^/?]+\/(?:photo|logos\/[^/?]+)\/?(?:\?|$)/;

/** Picture uploads may be larger than other bodies, and are read only after authentication. */
export function isPictureUpload({ method, originalUrl }: Pick<Request, 'method' | 'originalUrl'>): boolean {
  return method === 'PUT' && PICTURE_UPLOAD.test(originalUrl);
}

/** Requests that wait for an export or its file. The export queue limits their cost. */
export const exportPaths: readonly RegExp[] = [
  /^\/api\/v1\/cv\/[^/]+\/export\/[^/]+\/?$/,
  /^\/api\/v1\/exports\/[^/]+\/file\/?$/,
];
