import { invalid, VitaeError } from './errors.ts';

export type JsonLimits = { maxBytes: number; maxDepth: number };

/** The limits of JSON documents in the API. */
export const documentLimits: JsonLimits = { maxBytes: 1024 * 1024, maxDepth: 64 };

/**
 * Parses untrusted JSON. Checks size, encoding and nesting depth first, so hostile input is rejected cheaply.
 * @throws {VitaeError} INVALID_ARGUMENT: body_too_large, not_utf8, not_json or invalid_argument.
 */
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
  if (exceedsDepth(text, limits.maxDepth))
    throw invalid(`The document is nested more than ${limits.maxDepth} levels deep.`);
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

// Counts brackets outside strings, so that deeply nested input is never parsed.
function exceedsDepth(text: string, maxDepth: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === 0x5c) index++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > maxDepth) return true;
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return false;
}
