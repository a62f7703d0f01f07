import type { StoredPicture } from '../model.ts';

const LOGO_FOLDER = '/pictures/';
const LOGO_PATH = /^\/pictures\/([\w-]{32}\.(?:png|jpg))$/;

/** The path below the site that serves a logo. */
export function logoPath(name: string): string {
  return LOGO_FOLDER + name;
}

/** The name of the picture at a logo path; undefined for other paths. */
export function pictureNameOf(path: string | null): string | undefined {
  return path === null ? undefined : LOGO_PATH.exec(path)?.[1];
}

export function pictureFileName(token: string, contentType: StoredPicture['contentType']): string {
  return `${token}.${contentType === 'image/png' ? 'png' : 'jpg'}`;
}
