import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const referenceStylesheet = readFileSync(new URL('../../assets/reference.css', import.meta.url));

/** Its address changes with its content, so that it may be kept for ever. */
export const referenceStylesheetPath = `/docs/reference.${createHash('sha256').update(referenceStylesheet).digest('hex').slice(0, 16)}.css`;
