import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { serveStatic } from '@vitae/kit/http/serve-static';
import { Router } from 'express';

const folder = new URL('../', pathToFileURL(createRequire(import.meta.url).resolve('@scalar/api-reference/style.css')));
const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { version: string };
const directory = new URL('dist/browser/', folder);
const base = `/assets/scalar-${version}`;
const ENTRY = 'standalone.esm.js';

/** The module of the Scalar reference UI. It loads its other files from the same folder. */
export const scalarModule = `${base}/${ENTRY}`;

/** Serves the files of Scalar. Their folder contains the version, so that browsers can cache them indefinitely. */
export function serveScalar(): Router {
  const router = Router();
  const chunks = readdirSync(new URL('chunks/', directory)).filter((name) => name.endsWith('.js'));
  for (const file of [ENTRY, ...chunks.map((name) => `chunks/${name}`)]) {
    const serve = serveStatic(() => readFile(new URL(file, directory)), {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    });
    router.get(`${base}/${file}`, serve);
  }
  return router;
}
