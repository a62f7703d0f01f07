// The colors of the CVs are sRGB (IEC 61966-2-1). The profile is written here because the packaged ones are a hundred
// times larger. Format: ICC.1:2010.

const D50 = [0.9642, 1, 0.8249];
/** Red, green and blue, adapted to D50 as the format requires. */
const COLORANTS = [
  [0.4360747, 0.2225045, 0.0139322],
  [0.3850649, 0.7168786, 0.0971045],
  [0.1430804, 0.0606169, 0.7141733],
] as const;
/** Bradford, from D65 to D50. */
const ADAPTATION = [
  1.0478112, 0.0228866, -0.050127, 0.0295424, 0.9904844, -0.0170491, -0.0092345, 0.0150436, 0.7521316,
];
/** The transfer function: ((a·x + b)^g for x ≥ d, otherwise c·x) as g, a, b, c, d. */
const TRANSFER = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

const HEADER_BYTES = 128;

/** An ICC profile of sRGB. */
export const srgbProfile: Buffer = writeProfile();

function writeProfile(): Buffer {
  const transfer = Buffer.concat([type('para'), words(3 << 16), fixed(TRANSFER)]);
  const [red, green, blue] = COLORANTS.map((color) => Buffer.concat([type('XYZ '), fixed(color)]));
  const tags: [string, Buffer | undefined][] = [
    ['desc', text('sRGB')],
    ['cprt', text('No copyright, use freely')],
    ['wtpt', Buffer.concat([type('XYZ '), fixed(D50)])],
    ['chad', Buffer.concat([type('sf32'), fixed(ADAPTATION)])],
    ['rXYZ', red],
    ['gXYZ', green],
    ['bXYZ', blue],
    ['rTRC', transfer],
    ['gTRC', transfer],
    ['bTRC', transfer],
  ];
  const table: Buffer[] = [words(tags.length)];
  const contents: Buffer[] = [];
  let offset = HEADER_BYTES + 4 + 12 * tags.length;
  for (const [name, content = Buffer.alloc(0)] of tags) {
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
    table.push(Buffer.from(name), words(offset, content.length));
    contents.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([header(offset), ...table, ...contents]);
}

function header(bytes: number): Buffer {
  const content = Buffer.alloc(HEADER_BYTES);
  content.writeUInt32BE(bytes, 0);
  content.writeUInt32BE(0x04200000, 8);
  content.write('mntrRGB XYZ ', 12, 'latin1');
  for (const [index, part] of [2026, 1, 1].entries()) content.writeUInt16BE(part, 24 + 2 * index);
  content.write('acsp', 36, 'latin1');
  fixed(D50).copy(content, 68);
  return content;
}

function type(name: string): Buffer {
  return Buffer.concat([Buffer.from(name), words(0)]);
}

function text(value: string): Buffer {
  const characters = Buffer.from(value, 'utf16le').swap16();
  return Buffer.concat([type('mluc'), words(1, 12), Buffer.from('enUS'), words(characters.length, 28), characters]);
}

function words(...values: number[]): Buffer {
  const content = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => void content.writeUInt32BE(value, 4 * index));
  return content;
}

/** Signed numbers with 16 fractional bits. */
function fixed(values: readonly number[]): Buffer {
  const content = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => void content.writeInt32BE(Math.round(value * 65_536), 4 * index));
  return content;
}
