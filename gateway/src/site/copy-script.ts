import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';

const script = readFileSync(new URL('../../assets/copy.js', import.meta.url));

/** The script behind the copy buttons; its address changes with its content. */
export const copyScriptPath = `/assets/copy.${createHash('sha256').update(script).digest('hex').slice(0, 16)}.js`;

export const serveCopyScript: RequestHandler = (_request, response) => {
  response
    .set({ 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' })
    .type('js')
    .send(script);
};
