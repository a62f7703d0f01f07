/**
 * Signatures are computed over bytes, so names and values are byte strings: one character (0 to 255) per byte. Comparing
 * two byte strings compares their bytes.
 */
export type ByteString = string;

const HEX = '0123456789ABCDEF';
const UNRESERVED = /^[A-Za-z0-9\-._~]*$/;
const ENCODED: readonly string[] = Array.from({ length: 256 }, (_none, byte) => {
  const character = String.fromCharCode(byte);
  return UNRESERVED.test(character) ? character : `%${HEX[byte >> 4]}${HEX[byte & 15]}`;
});

const [PLUS, SPACE, PERCENT] = [0x2b, 0x20, 0x25];

/** Decodes application/x-www-form-urlencoded. A `%` without two hexadecimal digits is a literal. */
export function decodeForm(text: string): ByteString {
  if (!text.includes('%') && !text.includes('+')) return text;
  // Decoded in place: appending characters to text is far slower for large bodies.
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at] as number;
    if (byte === PLUS) byte = SPACE;
    else if (byte === PERCENT) {
      const high = hexDigit(bytes[at + 1] ?? 0);
      const low = hexDigit(bytes[at + 2] ?? 0);
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low;
        at += 2;
      }
    }
    bytes[length++] = byte;
  }
  return bytes.toString('latin1', 0, length);
}

/** Encodes every byte except unreserved characters (RFC 3986 section 2). */
export function encodeRfc3986(bytes: ByteString): string {
  if (UNRESERVED.test(bytes)) return bytes;
  let encoded = '';
  for (let at = 0; at < bytes.length; at++) encoded += ENCODED[bytes.charCodeAt(at)];
  return encoded;
}

export function bytesOf(text: string): ByteString {
  return ASCII.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** Decodes UTF-8. Returns undefined if the bytes are not valid UTF-8. */
export function textOf(bytes: ByteString): string | undefined {
  if (ASCII.test(bytes)) return bytes;
  try {
    return strictUtf8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    // TextDecoder throws if the bytes are not UTF-8.
    return undefined;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII
const ASCII = /^[\x00-\x7f]*$/;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
