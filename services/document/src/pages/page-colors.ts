import { contrast } from '../readable-color.ts';

/** The grounds that text stands on, in each scheme; the style sheet of the pages uses the same. */
export const grounds = {
  light: { paper: '#f2f1ed', sheet: '#ffffff' },
  dark: { paper: '#111417', sheet: '#1a1f23' },
} as const;

// WCAG 2.2, success criterion 1.4.3, for normal text.
const enoughContrast = 4.5;

/** An accent that can be read on white, lightened until it can be read on every dark ground. */
export function accentOnDark(accent: string): string {
  return towards(accent, 255, grounds.dark.sheet);
}

/** An accent that can be read on white, darkened until it can be read on the paper around the sheet too. */
export function accentOnPaper(accent: string): string {
  return towards(accent, 0, grounds.light.paper);
}

function towards(color: string, end: 0 | 255, ground: string): string {
  let channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  // Rounding away from the colour ends the loop at black or white at the latest.
  const step = (channel: number) =>
    end === 0 ? Math.floor(channel * 0.94) : Math.ceil(channel + (255 - channel) * 0.06);
  while (contrast(hex(channels), ground) < enoughContrast) channels = channels.map(step);
  return hex(channels);
}

function hex(channels: number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
