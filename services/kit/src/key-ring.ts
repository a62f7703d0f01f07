import { z } from 'zod';

/** A secret of 32 bytes that is known by its id, so that it can be replaced while both are in use. */
export type RingKey = { id: string; key: Buffer };

/** The first is used for what is made now; all are good for what was made before. */
export type KeyRing = [RingKey, ...RingKey[]];

/** A setting `id:base64[,id:base64…]`, 32 bytes each. */
export function keyRing(what: string) {
  const form = 'must be id:base64[,id:base64…], each key 32 bytes';
  return z
    .string()
    .describe(`${what} as id:base64[,id:base64…], 32 bytes each, such as 2026:$(openssl rand -base64 32)`)
    .transform((text, context): KeyRing => {
      const keys = text.split(',').map(readKey);
      const [first, ...rest] = keys.filter((key) => key !== undefined);
      if (first && rest.length === keys.length - 1 && new Set(keys.map((key) => key?.id)).size === keys.length)
        return [first, ...rest];
      context.addIssue({ code: 'custom', message: form });
      return z.NEVER;
    });
}

function readKey(text: string): RingKey | undefined {
  const match = /^([\w-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/.exec(text.trim());
  if (!match?.[1] || !match[2]) return undefined;
  const key = Buffer.from(match[2], 'base64');
  return key.length === 32 ? { id: match[1], key } : undefined;
}
