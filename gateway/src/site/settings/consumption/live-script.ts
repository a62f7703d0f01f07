import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';

const script = readFileSync(new URL('../../../../assets/live.js', import.meta.url));

/** The script that keeps figures up to date; its address changes with its content. */
export const liveScriptPath = `/assets/live.${createHash('sha256').update(script).digest('hex').slice(0, 16)}.js`;

export const serveLiveScript: RequestHandler = (_request, response) => {
  response
    .set({ 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' })
    .type('js')
    .send(script);
};
