/** A picture of a CV as it is kept: drawn anew from an upload. */
export type StoredPicture = {
  /** Unguessable, and never given twice: the same name is the same bytes for ever. */
  name: string;
  companyId: number;
  userId: number;
  cvId: number;
  kind: 'photo' | 'logo';
  contentType: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  /** In bytes. */
  size: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  digest: string;
};

const FOLDER = '/pictures/';
const LOGO = /^\/pictures\/([\w-]{32}\.(?:png|jpg))$/;

/** Where the site shows a logo. */
export function logoPath(name: string): string {
  return FOLDER + name;
}

/** The picture that a logo's path names; undefined for a path that is not ours. */
export function pictureNameOf(path: string | null): string | undefined {
  return path === null ? undefined : LOGO.exec(path)?.[1];
}

export function pictureFileName(token: string, contentType: StoredPicture['contentType']): string {
  return `${token}.${contentType === 'image/png' ? 'png' : 'jpg'}`;
}
