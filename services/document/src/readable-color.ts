type Rgb = readonly [number, number, number];

export const defaultAccent = '#1f4e79';

const white = '#ffffff';
/** Minimum contrast ratio of normal text (WCAG 2.2, success criterion 1.4.3). */
export const MIN_CONTRAST = 4.5;

/** Darkens the owner's color until it is readable on white; an invalid color becomes the default accent. */
export function readableColor(color: string | null | undefined): string {
  return readableOn(parseHex(color ?? '') ? String(color) : defaultAccent, white);
}

/** Darkens a color until it is readable on a light background. */
export function readableOn(color: string, background: string): string {
  let rgb = channels(color);
  while (contrast(toHex(rgb), background) < MIN_CONTRAST) rgb = [rgb[0] * 0.94, rgb[1] * 0.94, rgb[2] * 0.94];
  return toHex(rgb);
}

/** Returns a tint: `share` (0 to 1) of the color, the rest white. */
export function mixedWithWhite(color: string, share: number): string {
  const [red, green, blue] = channels(color);
  const mixed = (channel: number) => Math.round(channel * share + 255 * (1 - share));
  return toHex([mixed(red), mixed(green), mixed(blue)]);
}

/** Returns the contrast ratio of two colors, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(channels(one)), luminance(channels(other))].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function channels(color: string): Rgb {
  return parseHex(color) ?? [0, 0, 0];
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((channel) => Math.floor(channel).toString(16).padStart(2, '0')).join('')}`;
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
