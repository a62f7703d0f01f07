import { contrast, MIN_CONTRAST } from '../readable-color.ts';

/** The background colors of each color scheme, for the style sheet and for contrast. */
export const backgrounds = {
  light: { paper: '#f2f1ed', sheet: '#ffffff' },
  dark: { paper: '#111417', sheet: '#1a1f23' },
} as const;

/** Lightens an accent color until it is readable on every dark background. */
export function accentOnDark(accent: string): string {
  return shiftUntilReadable(accent, 255, backgrounds.dark.sheet);
}

/** Darkens an accent color until it is readable on the light page background. */
export function accentOnPaper(accent: string): string {
  return shiftUntilReadable(accent, 0, backgrounds.light.paper);
}

function shiftUntilReadable(color: string, end: 0 | 255, background: string): string {
  let channels = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  // Rounding towards `end` guarantees that the loop terminates.
  const step = (channel: number) =>
    end === 0 ? Math.floor(channel * 0.94) : Math.ceil(channel + (255 - channel) * 0.06);
  while (contrast(hex(channels), background) < MIN_CONTRAST) channels = channels.map(step);
  return hex(channels);
}

function hex(channels: number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
