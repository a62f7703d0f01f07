import { z } from 'zod';

/** A 32-byte secret with an id, so that keys can be rotated while both are in use. */
export type RingKey = { id: string; key: Buffer };

/** The first key signs and encrypts; every key verifies and decrypts. */
export type KeyRing = [RingKey, ...RingKey[]];

/** A setting of the form `id:base64[,id:base64…]`, 32 bytes each. */
export function keyRing(what: string) {
  const form = 'must be id:base64[,id:base64…], each key 32 bytes';
  return z
    .string()
    .transform((text, context): KeyRing => {
      const keys = text.split(',').map(readKey);
      const [first, ...rest] = keys.filter((key) => key !== undefined);
      if (first && rest.length === keys.length - 1 && new Set(keys.map((key) => key?.id)).size === keys.length)
        return [first, ...rest];
      context.addIssue({ code: 'custom', message: form });
      return z.NEVER;
    })
    .meta({ values: 'keys' })
    .describe(
      `${what} as id:base64[,id:base64…], 32 bytes each, such as 2026:$(openssl rand -base64 32); the first key encrypts, every key decrypts`,
    );
}

function readKey(text: string): RingKey | undefined {
  const match = /^([\w-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/.exec(text.trim());
  if (!match?.[1] || !match[2]) return undefined;
  const key = Buffer.from(match[2], 'base64');
  return key.length === 32 ? { id: match[1], key } : undefined;
}
