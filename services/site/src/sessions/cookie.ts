import type { Request, Response } from 'express';

/** One cookie of a surface. Over https it carries the `__Host-` prefix, so that no other host and no plain http can set it. */
export type Cookie = {
  read(request: Request): string | undefined;
  /** Until the browser ends, or for `maxAgeSeconds`. */
  write(response: Response, value: string, maxAgeSeconds?: number): void;
  clear(response: Response): void;
};

export function createCookie(name: string, publicUrl: string): Cookie {
  const secure = new URL(publicUrl).protocol === 'https:';
  const fullName = secure ? `__Host-${name}` : name;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const set = (response: Response, value: string, maxAge: string) =>
    response.append('Set-Cookie', `${fullName}=${value}; ${attributes}${maxAge}`);
  return {
    read: (request) => valueIn(request.headers.cookie ?? '', fullName),
    write: (response, value, maxAgeSeconds) => {
      set(response, value, maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`);
    },
    clear: (response) => {
      set(response, '', '; Max-Age=0');
    },
  };
}

/** Whichever of the two names it has, for those who do not know the address that it was set for. */
export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.cookie ?? '';
  return valueIn(header, `__Host-${name}`) ?? valueIn(header, name);
}

function valueIn(header: string, name: string): string | undefined {
  const pair = header.split(';').find((one) => one.trim().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim();
}
