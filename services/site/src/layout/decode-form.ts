import type { SlicedWork } from '@vitae/kit/slices';

const [AMPERSAND, EQUALS, PLUS, PERCENT, SPACE] = Array.from('&=+% ', (character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
];
const SLICE_BYTES = 64 * 1024;
const NOT_HEXADECIMAL = 255;

/** The value of each hexadecimal digit by its code. */
const digits = new Uint8Array(256).fill(NOT_HEXADECIMAL);
for (let value = 0; value < 16; value++) {
  digits[value.toString(16).charCodeAt(0)] = value;
  digits[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/** Decodes a submitted form like URLSearchParams, but in slices: the latter takes long for texts of megabytes. */
export function* decodeForm(body: Buffer): SlicedWork<URLSearchParams> {
  const fields = new URLSearchParams();
  for (let start = 0; start < body.length; ) {
    const found = body.indexOf(AMPERSAND, start);
    const end = found < 0 ? body.length : found;
    if (end > start) {
      const equals = body.indexOf(EQUALS, start);
      const nameEnd = equals < 0 || equals > end ? end : equals;
      const name = yield* decodeText(body.subarray(start, nameEnd));
      fields.append(name, yield* decodeText(body.subarray(Math.min(nameEnd + 1, end), end)));
    }
    start = end + 1;
  }
  return fields;
}

function* decodeText(encoded: Buffer): SlicedWork<string> {
  const decoded = Buffer.allocUnsafe(encoded.length);
  let size = 0;
  for (let at = 0; at < encoded.length; at++) {
    const byte = encoded[at] as number;
    const high = byte === PERCENT ? (digits[encoded[at + 1] ?? 0] as number) : NOT_HEXADECIMAL;
    const low = byte === PERCENT ? (digits[encoded[at + 2] ?? 0] as number) : NOT_HEXADECIMAL;
    const isEscaped = high !== NOT_HEXADECIMAL && low !== NOT_HEXADECIMAL;
    decoded[size++] = isEscaped ? high * 16 + low : byte === PLUS ? SPACE : byte;
    if (isEscaped) at += 2;
    if (size % SLICE_BYTES === 0) yield;
  }
  return decoded.toString('utf8', 0, size);
}
