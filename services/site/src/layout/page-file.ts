import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';

/** A file that pages fetch; its address changes with its content, so that it may be kept for ever. */
export type PageFile = { path: string; serve: RequestHandler };

/** Of the files in assets, by its name; `under` is where its address begins. */
export function pageFile(name: `${string}.${'css' | 'js'}`, under = '/assets'): PageFile {
  const content = readFileSync(new URL(`../../assets/${name}`, import.meta.url));
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const [base, type] = name.split('.') as [string, string];
  return {
    path: `${under}/${base}.${digest}.${type}`,
    serve: (_request, response) => {
      response
        .set({ 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' })
        .type(type)
        .send(content);
    },
  };
}
