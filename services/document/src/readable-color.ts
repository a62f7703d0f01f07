type Rgb = readonly [number, number, number];

export const defaultAccent = '#1f4e79';

// WCAG 2.2, success criterion 1.4.3: normal text on white needs 4.5 : 1.
const enoughContrast = 4.5;

/** The colour chosen by the CV’s owner, darkened until it can be read on white paper. */
export function readableColor(color: string | null | undefined): string {
  let rgb = parseHex(color ?? '') ?? parseHex(defaultAccent) ?? [0, 0, 0];
  while (contrastOnWhite(rgb) < enoughContrast) rgb = [rgb[0] * 0.94, rgb[1] * 0.94, rgb[2] * 0.94];
  return `#${rgb.map((channel) => Math.floor(channel).toString(16).padStart(2, '0')).join('')}`;
}

export function contrastOnWhite(color: string | Rgb): number {
  const rgb = typeof color === 'string' ? (parseHex(color) ?? [0, 0, 0]) : color;
  return 1.05 / (luminance(rgb) + 0.05);
}

function parseHex(color: string): Rgb | null {
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (long) return [hex(long[1]), hex(long[2]), hex(long[3])];
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  return short ? [hex(short[1], 17), hex(short[2], 17), hex(short[3], 17)] : null;
}

function hex(digits: string | undefined, scale = 1): number {
  return Number.parseInt(digits ?? '0', 16) * scale;
}

// WCAG 2.2, "relative luminance".
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
