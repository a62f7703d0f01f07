import { invalid, VitaeError } from './errors.ts';

export type JsonLimits = { maxBytes: number; maxDepth: number };

/** What a document of ours may be: 1 MB through the API, and no deeper than a person would nest. */
export const documentLimits: JsonLimits = { maxBytes: 1024 * 1024, maxDepth: 64 };

/** Parses JSON that a stranger sent: size, encoding and depth are checked before it is parsed. */
export function parseBoundedJson(input: Uint8Array, limits: JsonLimits = documentLimits): unknown {
  if (input.length > limits.maxBytes) {
    throw new VitaeError(
      'INVALID_ARGUMENT',
      'body_too_large',
      `The document is larger than ${limits.maxBytes} bytes.`,
      { status: 413 },
    );
  }
  const text = decodeUtf8(input).replace(/^\uFEFF/, '');
  if (text.trim() === '') throw invalid('The document is empty.');
  if (nestedDeeperThan(text, limits.maxDepth))
    throw invalid(`The document is nested deeper than ${limits.maxDepth} levels.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new VitaeError('INVALID_ARGUMENT', 'not_json', 'The document is not valid JSON.', { cause });
  }
}

function decodeUtf8(input: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input);
  } catch (cause) {
    throw new VitaeError('INVALID_ARGUMENT', 'not_utf8', 'The document is not valid UTF-8.', { cause });
  }
}

// Counts brackets outside strings, so that nothing deep is ever built.
function nestedDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === 0x5c) index++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > most) return true;
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return false;
}
