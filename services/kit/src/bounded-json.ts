import { invalid, VitaeError } from './errors.ts';
import { runSynchronously, type SlicedWork } from './slices.ts';

/** `maxItems` limits the number of keys and list elements of the document, `maxKeys` the keys of one object. */
export type JsonLimits = { maxBytes: number; maxDepth: number; maxItems: number; maxKeys: number };

/** The limits of JSON documents that the gateway validated and completed with defaults. */
export const documentLimits: JsonLimits = { maxBytes: 1024 * 1024, maxDepth: 64, maxItems: 100_000, maxKeys: 1_000 };

/**
 * Parses untrusted JSON. Checks size, encoding, nesting depth and the number of keys and elements first, so hostile
 * input is rejected cheaply.
 * @throws {VitaeError} INVALID_ARGUMENT: body_too_large, not_utf8, not_json or invalid_argument.
 */
export function parseBoundedJson(input: Uint8Array, limits: JsonLimits = documentLimits): unknown {
  return runSynchronously(boundedJson(input, limits)).value;
}

/** Parses like `parseBoundedJson`, in slices. Also returns the text. */
export function* boundedJson(
  input: Uint8Array,
  limits: JsonLimits = documentLimits,
): SlicedWork<{ value: unknown; text: string }> {
  if (input.length > limits.maxBytes) {
    throw new VitaeError(
      'INVALID_ARGUMENT',
      'body_too_large',
      `The document is larger than ${limits.maxBytes} bytes.`,
      { status: 413 },
    );
  }
  const text = decodeUtf8(input).replace(/^\uFEFF/, '');
  if (!/\S/.test(text)) throw invalid('The document is empty.');
  yield;
  yield* checkStructure(text, limits);
  try {
    return { value: JSON.parse(text), text };
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

const SLICE_CHARACTERS = 65_536;

/** Counts brackets and commas outside strings, so that a document with too many is never parsed. */
function* checkStructure(text: string, { maxDepth, maxItems, maxKeys }: JsonLimits): SlicedWork<void> {
  // The number of keys of each open object, and minus infinity for an array.
  const open: number[] = [];
  let items = 0;
  let inString = false;
  let sliceEnd = SLICE_CHARACTERS;
  for (let index = 0; index < text.length; index++) {
    if (index >= sliceEnd) {
      sliceEnd = index + SLICE_CHARACTERS;
      yield;
    }
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === 0x5c) index++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      if (open.push(char === 0x7b ? 0 : -Infinity) > maxDepth)
        throw invalid(`The document is nested more than ${maxDepth} levels deep.`);
      items++;
    } else if (char === 0x7d || char === 0x5d) open.pop();
    else if (char === 0x2c) items++;
    else if (char === 0x3a && ++(open as [number])[(open.length - 1) as 0] > maxKeys)
      throw invalid(`An object of the document has more than ${maxKeys} keys.`);
    if (items > maxItems) throw invalid(`The document has more than ${maxItems} keys and list elements.`);
  }
}
